// What a report holds once it is decoded; docs/report.md describes the same as it stands in the file.

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];
export type Pose = [number, number, number, number, number, number, number];

export interface Report {
  title: string;
  subtitle: string;
  verdict: Verdict | null;
  /** The most important one first. */
  warnings: string[];
  /** What files have and no result needs. */
  asides: string[];
  range: [number, number];
  joints: Joint[];
  scene: Scene | null;
  groups: Group[];
  figures: Figures[];
  tables: Table[];
  cards: Card[];
}

export interface Verdict {
  ok: boolean;
  text: string;
}

export interface Joint {
  name: string;
  unit: string;
}

export interface Group {
  id: string;
  title: string;
  charts: Chart[];
}

export interface Chart {
  title: string;
  symbol: string;
  unit: string;
  order: number;
  time: Float64Array;
  lines: Line[];
}

export interface Line {
  name: string;
  joint: number | null;
  term: string | null;
  motion: number | null;
  y: Float32Array;
  band: Float32Array | null;
  /** What was recorded: dots over the line. */
  points: Points | null;
  limit: Limit | null;
  beyond: Span[];
}

export interface Points {
  time: Float64Array;
  y: Float32Array;
}

export type Limit = [number | null, number | null];
export type Span = [number, number];

/** Pictures of many items: a section of the page. */
export interface Figures {
  title: string;
  note: string;
  histograms: Histogram[];
  shares: Shares[];
}

export interface Histogram {
  title: string;
  unit: string;
  low: number;
  high: number;
  counts: number[];
  marks: { at: number; label: string; isLimit: boolean }[];
}

export interface Shares {
  title: string;
  rows: { label: string; value: number; error: number | null }[];
}

export interface Table {
  title: string;
  columns: { title: string; unit: string }[];
  rows: Cell[][];
  marked: number[];
  time: number | null;
}

export type Cell = string | number | null;

export interface Card {
  title: string;
  rows: [string, string][];
  notes: string[];
  state: 'good' | 'bad' | '';
}

export interface Scene {
  bodies: Body[];
  joints: Axis[];
  drawn: 'meshes' | 'shapes' | 'axes';
  note: string;
  size: number;
  motions: Motion[];
}

export interface Body {
  name: string;
  parent: number;
  shapes: Shape[];
  mass: number;
  com: Vector;
  ellipsoid: { half: Vector; rotation: Quaternion } | null;
}

export interface Axis {
  name: string;
  body: number;
  kind: 'turn' | 'slide';
  axis: Vector;
}

export interface Motion {
  name: string;
  times: Float64Array;
  poses: Float32Array;
  tip: Tip | null;
}

export interface Tip {
  name: string;
  path: Float32Array;
  colours: Colouring[];
}

export interface Colouring {
  title: string;
  unit: string;
  values: Float32Array;
}

interface Placed {
  pose: Pose;
  colour: Vector | null;
}

export type Shape = Placed &
  (
    | { kind: 'mesh'; points: Float32Array; triangles: Uint32Array }
    | { kind: 'box'; size: Vector }
    | { kind: 'sphere'; radius: number }
    | { kind: 'cylinder'; radius: number; length: number }
    | { kind: 'capsule'; radius: number; length: number }
  );
