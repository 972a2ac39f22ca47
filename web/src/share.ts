// Lines as shares of their limits, so that joints with different limits can be compared: the lower limit is -100 %, the
// upper one 100 %.

import type { Chart, Limit, Line } from './format';

const known = new WeakMap<Chart, Chart>();

/** Offset and factor that take a limit to -100 and 100; a limit to one side only keeps zero where it is. */
export function shareOf([low, high]: Limit): { offset: number; factor: number } | null {
  if (low !== null && high !== null)
    return high > low ? { offset: (low + high) / 2, factor: 200 / (high - low) } : null;
  const only = high ?? low;
  return only === null || only === 0 ? null : { offset: 0, factor: 100 / Math.abs(only) };
}

function shareLine(line: Line): Line[] {
  const share = line.limit && shareOf(line.limit);
  if (!share) return [];
  const { offset, factor } = share;
  return [
    {
      ...line,
      y: line.y.map((y) => (y - offset) * factor),
      band: line.band?.map((band) => band * factor) ?? null,
      points: line.points && { time: line.points.time, y: line.points.y.map((y) => (y - offset) * factor) },
      limit: line.limit!.map((end) => (end === null ? null : Math.round((end - offset) * factor))) as Limit,
    },
  ];
}

export function hasShares(chart: Chart): boolean {
  return !chart.unit.startsWith('%') && chart.lines.some((line) => line.limit !== null && shareOf(line.limit) !== null);
}

/** The chart in shares of limits; as it is if it has no limits. Lines without a limit are left out. */
export function chartOfShares(chart: Chart): Chart {
  if (!hasShares(chart)) return chart;
  let made = known.get(chart);
  if (!made) known.set(chart, (made = { ...chart, unit: '% of limits', lines: chart.lines.flatMap(shareLine) }));
  return made;
}
