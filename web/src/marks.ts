// What a plot shows beside its lines: uncertainty, what was recorded, limits, and where these are exceeded.

import type uPlot from 'uplot';
import { withAlpha } from './colours';
import type { Limit, Points } from './format';
import type { PanelLine } from './lines';
import { shareOf } from './share';

export interface MarkColours {
  bad: string;
  lines: string[];
  /** The line that is looked at; `null`: all of them. */
  focus: number | null;
}

const manyLimits = 3;
const reach = 0.8; // of a limit's range on either side of its middle, from which on it is drawn among many

/** The limit that all lines with a limit have; `null` if they differ or there is none. */
export function sharedLimit(lines: readonly PanelLine[]): Limit | null {
  const limits = lines.flatMap(({ line }) => (line.limit ? [line.limit] : []));
  const first = limits[0];
  if (!first || limits.length !== lines.length) return null;
  return limits.every((limit) => limit[0] === first[0] && limit[1] === first[1]) ? first : null;
}

/**
 * Which lines have their limits drawn: all of a few. Of many those whose line comes near them between two samples:
 * the others would cross the plot far from the line that they are about.
 */
export function limitsInView(lines: readonly PanelLine[], from: number, to: number): number[] {
  const limited = lines.flatMap(({ line }, i) => (line.limit ? [i] : []));
  if (limited.length <= manyLimits) return limited;
  return limited.filter((i) => {
    const share = shareOf(lines[i]!.line.limit!);
    return (
      share !== null &&
      lines[i]!.line.y.slice(from, to + 1).some((y) => Math.abs(y - share.offset) * share.factor > 100 * reach)
    );
  });
}

/**
 * Range of the y axis: lines with their bands and dots, and those limits that are near enough not to flatten the lines.
 * @param times  of the dots that count
 */
export function yRange(
  lines: readonly PanelLine[],
  from: number,
  to: number,
  times: readonly [number, number] = [-Infinity, Infinity],
): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { line } of lines) {
    for (let i = from; i <= to; ++i) {
      const y = line.y[i]!;
      const half = line.band?.[i] ?? 0;
      if (y - half < low) low = y - half;
      if (y + half > high) high = y + half;
    }
    line.points?.y.forEach((y, i) => {
      const t = line.points!.time[i]!;
      if (t < times[0] || t > times[1]) return;
      if (y < low) low = y;
      if (y > high) high = y;
    });
  }
  if (!(low <= high)) return [-1, 1];
  const extent = Math.max(high - low, 1e-3 * Math.max(Math.abs(low), Math.abs(high)));
  const [dataLow, dataHigh] = [low, high];
  for (const i of limitsInView(lines, from, to)) {
    const [least, most] = lines[i]!.line.limit!;
    if (least !== null && least > dataLow - 0.6 * extent) low = Math.min(low, least);
    if (most !== null && most < dataHigh + 0.6 * extent) high = Math.max(high, most);
  }
  const margin = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
  return [low - margin, high + margin];
}

function clipToPlot(u: uPlot): void {
  const { left, top, width, height } = u.bbox;
  u.ctx.beginPath();
  u.ctx.rect(left, top, width, height);
  u.ctx.clip();
}

const xOf = (u: uPlot, time: number): number => u.valToPos(time, 'x', true);
const yOf = (u: uPlot, value: number): number => u.valToPos(value, 'y', true);

/** Before the lines: bands, the ranges that are not allowed, the stretches where a limit is exceeded. */
export function drawBehind(u: uPlot, lines: readonly PanelLine[], colours: MarkColours): void {
  const { ctx } = u;
  ctx.save();
  clipToPlot(u);
  drawStretches(u, lines, colours.bad);
  const { focus } = colours;
  lines.forEach(({ line }, i) => {
    if (focus !== null && focus !== i) return;
    if (line.band) drawBand(u, line.y, line.band, colours.lines[i]!);
    if (line.points) drawDots(u, line.points, colours.lines[i]!);
  });
  drawLimits(u, lines, colours);
  drawBeyond(u, focus === null ? lines : [lines[focus]!], colours.bad);
  ctx.restore();
}

function drawLimits(u: uPlot, lines: readonly PanelLine[], { bad, lines: inks, focus }: MarkColours): void {
  const shared = focus === null ? sharedLimit(lines) : (lines[focus]!.line.limit ?? null);
  if (shared) {
    shadeForbidden(u, shared, bad);
    drawLimit(u, shared, bad);
    return;
  }
  if (focus !== null) return;
  const [from, to] = u.series[0]!.idxs ?? [0, u.data[0].length - 1];
  for (const i of limitsInView(lines, from, to)) drawLimit(u, lines[i]!.line.limit!, inks[i]!);
}

function drawDots(u: uPlot, { time, y }: Points, colour: string): void {
  const { ctx } = u;
  const size = (y.length > u.over.clientWidth / 2 ? 1.6 : 3) * devicePixelRatio; // Many must not become a band.
  ctx.fillStyle = withAlpha(colour, 0.45);
  ctx.beginPath();
  for (let i = 0; i < y.length; ++i) {
    const [x, at] = [xOf(u, time[i]!), yOf(u, y[i]!)];
    ctx.moveTo(x + size / 2, at);
    ctx.arc(x, at, size / 2, 0, 2 * Math.PI);
  }
  ctx.fill();
}

function drawStretches(u: uPlot, lines: readonly PanelLine[], bad: string): void {
  const { ctx, bbox } = u;
  const least = 3 * devicePixelRatio;
  for (const { line } of lines) {
    for (const [from, to] of line.beyond) {
      const middle = (xOf(u, from) + xOf(u, to)) / 2;
      const width = Math.max(xOf(u, to) - xOf(u, from), least);
      ctx.fillStyle = withAlpha(bad, 0.13);
      ctx.fillRect(middle - width / 2, bbox.top, width, bbox.height);
      ctx.fillStyle = bad;
      ctx.fillRect(middle - width / 2, bbox.top, width, 4 * devicePixelRatio);
    }
  }
}

function drawBand(u: uPlot, y: Float32Array, band: Float32Array, colour: string): void {
  const { ctx } = u;
  const time = u.data[0];
  ctx.fillStyle = withAlpha(colour, 0.2);
  // A gap ends one area and begins the next.
  for (let from = 0; from < y.length;) {
    let to = from;
    while (to < y.length && Number.isFinite(y[to]!) && Number.isFinite(band[to]!)) ++to;
    if (to > from) {
      ctx.beginPath();
      for (let i = from; i < to; ++i) ctx.lineTo(xOf(u, time[i]!), yOf(u, y[i]! + band[i]!));
      for (let i = to - 1; i >= from; --i) ctx.lineTo(xOf(u, time[i]!), yOf(u, y[i]! - band[i]!));
      ctx.fill();
    }
    from = to + 1;
  }
}

function shadeForbidden(u: uPlot, [low, high]: Limit, bad: string): void {
  const { ctx, bbox } = u;
  ctx.fillStyle = withAlpha(bad, 0.09);
  if (high !== null) ctx.fillRect(bbox.left, bbox.top, bbox.width, Math.max(0, yOf(u, high) - bbox.top));
  if (low !== null) {
    const y = yOf(u, low);
    ctx.fillRect(bbox.left, y, bbox.width, Math.max(0, bbox.top + bbox.height - y));
  }
}

function drawLimit(u: uPlot, limit: Limit, colour: string): void {
  const { ctx, bbox } = u;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.25 * devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const value of limit) {
    if (value === null) continue;
    const y = yOf(u, value);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

/** Below the lines, which keep their colours: what is beyond its limit, thick and in the colour of violations. */
function drawBeyond(u: uPlot, lines: readonly PanelLine[], bad: string): void {
  const { ctx, bbox } = u;
  for (const { line } of lines) {
    if (line.beyond.length === 0) continue;
    ctx.save();
    clipToPlot(u);
    const [low, high] = line.limit ?? [null, null];
    const bottom = bbox.top + bbox.height;
    ctx.beginPath();
    for (const [from, to] of line.beyond) {
      const left = xOf(u, from) - devicePixelRatio;
      const width = xOf(u, to) - left + devicePixelRatio;
      if (low === null && high === null) ctx.rect(left, bbox.top, width, bbox.height);
      if (high !== null) ctx.rect(left, bbox.top, width, Math.max(0, yOf(u, high) - bbox.top));
      if (low !== null) ctx.rect(left, yOf(u, low), width, Math.max(0, bottom - yOf(u, low)));
    }
    ctx.clip();
    strokeLine(u, line.y, bad);
    ctx.restore();
  }
}

function strokeLine(u: uPlot, y: Float32Array, colour: string): void {
  const { ctx } = u;
  const time = u.data[0];
  ctx.strokeStyle = colour;
  ctx.lineWidth = 7 * devicePixelRatio;
  ctx.lineJoin = 'round';
  ctx.beginPath();
  let isGap = true;
  for (let i = 0; i < y.length; ++i) {
    if (!Number.isFinite(y[i]!)) isGap = true;
    else if (isGap) {
      ctx.moveTo(xOf(u, time[i]!), yOf(u, y[i]!));
      isGap = false;
    } else ctx.lineTo(xOf(u, time[i]!), yOf(u, y[i]!));
  }
  ctx.stroke();
}
