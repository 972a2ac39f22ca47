// A plot as SVG: what is saved of a plot, and plots of one quantity over another.

import { roundNumbers, ticks } from './numbers';

const space = 'http://www.w3.org/2000/svg';
export const margins = { left: 70, right: 20, top: 30, bottom: 40 };
const legendRow = 18;

type Attributes = Record<string, string | number>;
type Numbers = ArrayLike<number>;

export interface SvgLine {
  label: string;
  colour: string;
  x: Numbers;
  y: Numbers;
  band: Numbers | null;
  dots: { x: Numbers; y: Numbers } | null;
  limits: number[];
}

export interface SvgPlot {
  title: string;
  x: { title: string; range: [number, number] };
  y: { title: string; range: [number, number] };
  lines: SvgLine[];
  /** Colours of text, lesser text, grid, paper. */
  inks: { ink: string; soft: string; grid: string; paper: string };
  width: number;
  height: number;
}

export function drawn<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** From values to places in a plot. */
export function placesIn({ x, y, width, height }: SvgPlot): { across: Place; up: Place } {
  const wide = width - margins.left - margins.right;
  const tall = height - margins.top - margins.bottom;
  const share = (value: number, [low, high]: [number, number]): number =>
    high > low ? (value - low) / (high - low) : 0.5;
  return {
    across: (value) => margins.left + share(value, x.range) * wide,
    up: (value) => margins.top + (1 - share(value, y.range)) * tall,
  };
}
type Place = (value: number) => number;

const short = (value: number): string => value.toFixed(1);

/** M and L of a polyline; a gap begins anew. */
export function pathOf(x: Numbers, y: Numbers, across: Place, up: Place): string {
  let [text, isGap] = ['', true];
  for (let i = 0; i < y.length; ++i) {
    const isHere = Number.isFinite(x[i]!) && Number.isFinite(y[i]!);
    if (isHere) text += `${isGap ? 'M' : 'L'}${short(across(x[i]!))} ${short(up(y[i]!))}`;
    isGap = !isHere;
  }
  return text;
}

function bandPath({ x, y, band }: SvgLine, across: Place, up: Place): string {
  const rows = Array.from(y, (_, i) => i).filter((i) => Number.isFinite(y[i]! + band![i]!));
  const edge = (sign: number): string[] =>
    rows.map((i) => `${short(across(x[i]!))} ${short(up(y[i]! + sign * band![i]!))}`);
  return rows.length > 0 ? `M${[...edge(1), ...edge(-1).reverse()].join('L')}Z` : '';
}

function axes(plot: SvgPlot): Node[] {
  const { across, up } = placesIn(plot);
  const { soft, grid, ink } = plot.inks;
  const [right, foot] = [plot.width - margins.right, plot.height - margins.bottom];
  const text = { fill: soft, 'font-size': 12 };
  const xs = roundNumbers(...plot.x.range, Math.max(2, Math.floor((right - margins.left) / 60)));
  const ys = roundNumbers(...plot.y.range, Math.max(2, Math.floor((foot - margins.top) / 32)));
  const parts: Node[] = [];
  ticks(xs).forEach((label, i) => {
    const x = across(xs[i]!);
    parts.push(drawn('line', { x1: x, x2: x, y1: margins.top, y2: foot, stroke: grid }));
    parts.push(drawn('text', { ...text, x, y: foot + 16, 'text-anchor': 'middle' }, label));
  });
  ticks(ys).forEach((label, i) => {
    const y = up(ys[i]!);
    parts.push(drawn('line', { x1: margins.left, x2: right, y1: y, y2: y, stroke: grid }));
    parts.push(drawn('text', { ...text, x: margins.left - 6, y: y + 4, 'text-anchor': 'end' }, label));
  });
  parts.push(
    drawn('text', { ...text, x: (margins.left + right) / 2, y: foot + 33, 'text-anchor': 'middle' }, plot.x.title),
  );
  const title = [plot.title, plot.y.title].filter((part) => part !== '').join(', ');
  parts.push(drawn('text', { x: 8, y: 19, fill: ink, 'font-size': 14, 'font-weight': 600 }, title));
  return parts;
}

function lineParts(line: SvgLine, plot: SvgPlot): Node[] {
  const { across, up } = placesIn(plot);
  const { colour } = line;
  const parts: Node[] = [];
  if (line.band) parts.push(drawn('path', { d: bandPath(line, across, up), fill: colour, 'fill-opacity': 0.2 }));
  for (const limit of line.limits) {
    const dashed = { stroke: colour, 'stroke-dasharray': '6 4' };
    parts.push(
      drawn('line', { x1: margins.left, x2: plot.width - margins.right, y1: up(limit), y2: up(limit), ...dashed }),
    );
  }
  if (line.dots) {
    const { x, y } = line.dots;
    // A point is a line without length and with round ends.
    const d = Array.from(y, (v, i) =>
      Number.isFinite(x[i]! + v) ? `M${short(across(x[i]!))} ${short(up(v))}h0` : '',
    ).join('');
    const round = { 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-opacity': 0.45 };
    parts.push(drawn('path', { d, stroke: colour, ...round, fill: 'none' }));
  }
  const d = pathOf(line.x, line.y, across, up);
  parts.push(drawn('path', { d, stroke: colour, 'stroke-width': 1.75, 'stroke-linejoin': 'round', fill: 'none' }));
  return parts;
}

let clips = 0;

export function plotSvg(plot: SvgPlot, hasLegend: boolean): SVGSVGElement {
  const rows = hasLegend ? plot.lines.length : 0;
  const height = plot.height + rows * legendRow;
  const clip = `plot-${++clips}`;
  const frame = {
    x: margins.left,
    y: margins.top,
    width: plot.width - margins.left - margins.right,
    height: plot.height - margins.top - margins.bottom,
  };
  const svg = drawn(
    'svg',
    {
      xmlns: space,
      viewBox: `0 0 ${plot.width} ${height}`,
      width: plot.width,
      height,
      'font-family': 'system-ui, sans-serif',
    },
    drawn('rect', { width: plot.width, height, fill: plot.inks.paper }),
    drawn('clipPath', { id: clip }, drawn('rect', frame)),
    ...axes(plot),
    drawn('g', { 'clip-path': `url(#${clip})` }, ...plot.lines.flatMap((line) => lineParts(line, plot))),
  );
  plot.lines.slice(0, rows).forEach(({ label, colour }, i) => {
    const y = plot.height + i * legendRow;
    svg.append(drawn('line', { x1: 12, x2: 34, y1: y, y2: y, stroke: colour, 'stroke-width': 3 }));
    svg.append(drawn('text', { x: 42, y: y + 4, fill: plot.inks.ink, 'font-size': 12 }, label));
  });
  return svg;
}
