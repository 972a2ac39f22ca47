// Which lines of a group stand in which panel. Lines differ by subject (joint, or name), term and motion: one of these
// gives the colours, each pair of the other two a panel.

import { linesPerPanel } from './colours';
import { chartOfShares } from './share';
import type { Chart, Group, Joint, Line, Span } from './format';

export const dimensions = ['subject', 'term', 'motion'] as const;
export type Dimension = (typeof dimensions)[number];

export interface Value {
  key: string;
  label: string;
  /** One of its lines in this group is beyond a limit. */
  isBeyond: boolean;
}

export type Space = Record<Dimension, Value[]>;

export interface Selection {
  charts: number[];
  chosen: Record<Dimension, Set<string>>;
  colourBy: Dimension;
  /** Lines as shares of their limits. */
  asShares: boolean;
}

export interface PanelLine {
  line: Line;
  label: string;
  colour: number;
}

export interface Panel {
  key: string;
  chart: Chart;
  /** What its lines have in common beside the chart, such as the joint. */
  context: string;
  lines: PanelLine[];
}

const total = '';

export class Lines {
  readonly space: Space;
  private readonly isMotionOnly: boolean;

  constructor(
    readonly group: Group,
    private readonly joints: readonly Joint[],
    private readonly motions: readonly string[],
  ) {
    const all = group.charts.flatMap((chart) => chart.lines);
    this.isMotionOnly = group.charts.every(hasLinePerMotion);
    this.space = { subject: [], term: [], motion: [] };
    for (const dimension of dimensions) {
      const found = new Map<string, Value>();
      for (const line of all) {
        const key = this.keyOf(line, dimension);
        const value = found.get(key) ?? { key, label: this.labelOf(line, dimension), isBeyond: false };
        value.isBeyond ||= line.beyond.length > 0;
        found.set(key, value);
      }
      this.space[dimension] = [...found.values()];
    }
    // The sum comes before its parts.
    this.space.term.sort((a, b) => Number(b.key === total) - Number(a.key === total));
  }

  varies(dimension: Dimension): boolean {
    return this.space[dimension].length > 1;
  }

  initial(): Selection {
    const colourBy: Dimension = this.varies('motion') ? 'motion' : this.varies('subject') ? 'subject' : 'term';
    return {
      charts: this.group.charts.map((_, i) => i).slice(0, colourBy === 'motion' ? 2 : 4),
      chosen: this.chosenFor(colourBy),
      colourBy,
      asShares: false,
    };
  }

  /** What is shown when a dimension begins to give the colours. */
  chosenFor(colourBy: Dimension): Record<Dimension, Set<string>> {
    const of = (dimension: Dimension): Set<string> => {
      const values = this.space[dimension];
      if (dimension === 'motion') return new Set(values.map((v) => v.key));
      if (dimension === 'term' && colourBy !== 'term') return new Set(values.slice(0, 1).map((v) => v.key));
      if (values.length <= linesPerPanel && colourBy !== 'term') return new Set(values.map((v) => v.key));
      if (dimension === 'term') return new Set(values.slice(0, linesPerPanel).map((v) => v.key));
      // Those beyond a limit must be seen without a search.
      const first = [...values].sort((a, b) => Number(b.isBeyond) - Number(a.isBeyond));
      return new Set(first.slice(0, colourBy === 'term' ? 1 : linesPerPanel).map((v) => v.key));
    };
    return { subject: of('subject'), term: of('term'), motion: of('motion') };
  }

  /** Place of a value among the colours: its own where there are few, else its place among the chosen. */
  colourOf(selection: Selection, key: string): number {
    const values = this.space[selection.colourBy];
    const among = values.length <= linesPerPanel ? values : this.chosenValues(selection, selection.colourBy);
    return among.findIndex((value) => value.key === key) % linesPerPanel;
  }

  panels(selection: Selection): Panel[] {
    const others = dimensions.filter((dimension) => dimension !== selection.colourBy);
    const coloured = this.chosenValues(selection, selection.colourBy).map((value) => value.key);
    const panels = new Map<string, Panel>();
    for (const index of selection.charts) {
      const given = this.group.charts[index];
      if (!given) continue;
      const chart = selection.asShares ? chartOfShares(given) : given;
      for (const line of chart.lines) {
        if (!dimensions.every((d) => selection.chosen[d].has(this.keyOf(line, d)))) continue;
        const colourKey = this.keyOf(line, selection.colourBy);
        const part = Math.floor(coloured.indexOf(colourKey) / linesPerPanel);
        const key = JSON.stringify([index, ...others.map((d) => this.keyOf(line, d)), part]);
        let panel = panels.get(key);
        if (!panel) {
          const context = others.filter((d) => this.mustSay(selection, d)).map((d) => this.labelOf(line, d)).join(', ');
          panels.set(key, (panel = { key, chart, context, lines: [] }));
        }
        panel.lines.push({
          line,
          label: this.labelOf(line, selection.colourBy) || line.name,
          colour: this.colourOf(selection, colourKey),
        });
      }
    }
    return [...panels.values()];
  }

  /** Of a dimension with one value, and of sums where only these are shown, nothing needs to be said. */
  private mustSay(selection: Selection, dimension: Dimension): boolean {
    const chosen = selection.chosen[dimension];
    return this.varies(dimension) && !(dimension === 'term' && chosen.size === 1 && chosen.has(total));
  }

  private chosenValues(selection: Selection, dimension: Dimension): Value[] {
    return this.space[dimension].filter((value) => selection.chosen[dimension].has(value.key));
  }

  private keyOf(line: Line, dimension: Dimension): string {
    if (dimension === 'term') return line.term ?? total;
    if (dimension === 'motion') return String(line.motion ?? '');
    if (line.joint !== null) return `joint ${line.joint}`;
    return line.term !== null || this.isMotionOnly ? 'whole' : `name ${line.name}`;
  }

  private labelOf(line: Line, dimension: Dimension): string {
    if (dimension === 'term') return line.term ?? 'sum';
    if (dimension === 'motion') return line.motion === null ? '' : (this.motions[line.motion] ?? `motion ${line.motion}`);
    if (line.joint !== null) return this.joints[line.joint]!.name;
    return line.term !== null || this.isMotionOnly ? 'robot' : line.name;
  }
}

/** One line for each motion and nothing else: its names are those of the motions. */
function hasLinePerMotion(chart: Chart): boolean {
  const motions = new Set(chart.lines.map((line) => line.motion));
  return (
    chart.lines.length > 1 &&
    motions.size === chart.lines.length &&
    chart.lines.every((line) => line.joint === null && line.term === null && line.motion !== null)
  );
}

/** Times beyond any limit, joined where they overlap. */
export function unionOfSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  const joined: Span[] = [];
  for (const [from, to] of sorted) {
    const last = joined[joined.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

export function countBeyond(group: Group): number {
  return group.charts.reduce((sum, chart) => sum + chart.lines.filter((l) => l.beyond.length > 0).length, 0);
}
