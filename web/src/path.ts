// The end effector's path: coloured by a quantity, with what is beyond a limit underlaid.

import { Color, Group, Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { scaleColour, type Mode } from './colours';
import type { Motion, Span } from './format';

export interface Scale {
  low: number;
  high: number;
}

export class Path {
  readonly root = new Group();
  private readonly line: Line2 | null = null;
  private readonly material = new LineMaterial({ linewidth: 3, vertexColors: true });
  private readonly plain = new LineMaterial({ linewidth: 1.5, transparent: true, opacity: 0.55 });
  private readonly alarm = new LineMaterial({ linewidth: 8, depthWrite: false });
  private readonly ball: Mesh;

  constructor(
    private readonly motion: Motion,
    size: number,
    beyond: readonly Span[],
  ) {
    this.ball = new Mesh(new SphereGeometry(0.011 * size, 20, 14), new MeshBasicMaterial());
    this.root.add(this.ball);
    const tip = motion.tip;
    if (!tip || motion.times.length < 2) return;
    const geometry = new LineGeometry();
    geometry.setPositions(tip.path);
    this.line = new Line2(geometry, this.material);
    this.root.add(this.line);
    const segments = segmentsWithin(motion, tip.path, beyond);
    if (segments.length > 0) {
      const marked = new LineSegments2(new LineSegmentsGeometry().setPositions(segments), this.alarm);
      marked.renderOrder = -1; // Below the path, which keeps its colours.
      this.root.add(marked);
    }
  }

  /** Colours for the values of a colouring; `null`: one colour. Returns the range of the values. */
  colour(index: number, mode: Mode): Scale | null {
    const tip = this.motion.tip;
    const values = tip?.colours[index]?.values;
    if (!tip || !this.line || !values) return null;
    const scale = rangeOf(values);
    const colours = new Float32Array(3 * values.length);
    const colour = new Color();
    values.forEach((value, i) =>
      colour.setRGB(...scaleColour(mode, fraction(value, scale)), 'srgb').toArray(colours, 3 * i),
    );
    this.line.geometry.setColors(colours);
    return scale;
  }

  /** Of several motions only one is coloured, the others are thin lines. */
  setShown(isShown: boolean): void {
    if (this.line) this.line.material = isShown ? this.material : this.plain;
    this.ball.visible = isShown;
  }

  setInks(ink: string, soft: string, bad: string): void {
    this.plain.color.set(soft);
    this.alarm.color.set(bad);
    (this.ball.material as MeshBasicMaterial).color.set(ink);
  }

  moveTip(point: readonly [number, number, number]): void {
    this.ball.position.set(...point);
  }
}

export function rangeOf(values: Float32Array): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

function fraction(value: number, { low, high }: Scale): number {
  return high > low && Number.isFinite(value) ? (value - low) / (high - low) : 0;
}

function segmentsWithin({ times }: Motion, path: Float32Array, spans: readonly Span[]): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < times.length; ++i) {
    if (spans.some(([from, to]) => times[i + 1]! >= from && times[i]! <= to))
      found.push(...path.subarray(3 * i, 3 * i + 6));
  }
  return found;
}
