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
  kind: 'joint' | 'name';
  /** Values that stand in the same charts: each family has colours and panels of its own. */
  family: number;
  /** One of its lines in this group is beyond a limit. */
  isBeyond: boolean;
  hasLimit: boolean;
  /** How many lines it has. */
  count: number;
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
const jointKey = 'joint ';

export class Lines {
  readonly space: Space;
  private readonly isMotionOnly: boolean;
  private readonly alone: Set<Chart>;
  private readonly families = new Map<string, number>();

  constructor(
    readonly group: Group,
    private readonly joints: readonly Joint[],
    private readonly motions: readonly string[],
  ) {
    const all = group.charts.flatMap((chart) => chart.lines);
    this.isMotionOnly = group.charts.every(hasLinePerMotion);
    this.space = { subject: [], term: [], motion: [] };
    this.alone = new Set(
      group.charts.filter((chart) => new Set(chart.lines.map((l) => this.keyOf(l, 'subject'))).size === 1),
    );
    group.charts.forEach((chart, i) => {
      if (this.alone.has(chart)) return;
      for (const line of chart.lines) {
        const key = this.keyOf(line, 'subject');
        if (!this.families.has(key)) this.families.set(key, i);
      }
    });
    const together = group.charts.filter((chart) => !this.alone.has(chart)).flatMap((chart) => chart.lines);
    for (const dimension of dimensions) {
      const found = new Map<string, Value>();
      // A line that is alone in its chart is chosen with the chart.
      for (const line of dimension === 'subject' ? together : all) {
        const key = this.keyOf(line, dimension);
        const value = found.get(key) ?? {
          key,
          label: this.labelOf(line, dimension),
          kind: kindOf(key),
          family: dimension === 'subject' ? (this.families.get(key) ?? 0) : 0,
          isBeyond: false,
          hasLimit: false,
          count: 0,
        };
        ++value.count;
        value.isBeyond ||= line.beyond.length > 0;
        value.hasLimit ||= line.limit !== null || line.beyond.length > 0;
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
    const few = colourBy === 'motion' ? 2 : 4;
    const isBeyond = (chart: Chart): boolean => chart.lines.some((line) => line.beyond.length > 0);
    return {
      charts: this.group.charts.flatMap((chart, i) => (i < few || isBeyond(chart) ? [i] : [])),
      chosen: this.chosenFor(colourBy),
      colourBy,
      asShares: false,
    };
  }

  /** What is shown when a dimension begins to give the colours. */
  chosenFor(colourBy: Dimension): Record<Dimension, Set<string>> {
    const keys = (values: Value[]): Set<string> => new Set(values.map((value) => value.key));
    const { subject, term, motion } = this.space;
    const most = colourBy === 'term' ? 1 : linesPerPanel; // of a family
    // Those beyond a limit must be seen without a search; where one joint is shown with its terms, it should have many.
    const weight = (value: Value): number => Number(value.isBeyond) * 1e6 + (colourBy === 'term' ? value.count : 0);
    const first = (family: number): Value[] => {
      const values = subject.filter((value) => value.family === family);
      return values.length <= most ? values : values.sort((a, b) => weight(b) - weight(a)).slice(0, most);
    };
    return {
      subject: keys([...new Set(this.families.values())].flatMap(first)),
      term: keys(colourBy === 'term' ? term.slice(0, linesPerPanel) : this.mainTerm()),
      motion: keys(motion),
    };
  }

  /** The term that is shown where there is one line per joint: that with a violation, else with limits, else the first. */
  private mainTerm(): Value[] {
    const { term } = this.space;
    const main = term.find((value) => value.isBeyond) ?? term.find((value) => value.hasLimit) ?? term[0];
    return main ? [main] : [];
  }

  /** Place of a value among the colours: its own where there are few, else its place among the chosen. */
  colourOf(selection: Selection, key: string): number {
    if (kindOf(key) === 'joint' && this.joints.length <= linesPerPanel) return Number(key.slice(jointKey.length));
    const family = this.familyOf(selection, key);
    const values = this.space[selection.colourBy].filter((value) => value.family === family);
    const among = values.length <= linesPerPanel ? values : this.chosenOf(selection, family);
    return (
      Math.max(
        0,
        among.findIndex((value) => value.key === key),
      ) % linesPerPanel
    );
  }

  panels(selection: Selection): Panel[] {
    const others = dimensions.filter((dimension) => dimension !== selection.colourBy);
    const panels = new Map<string, Panel>();
    for (const index of selection.charts) {
      const given = this.group.charts[index];
      if (!given) continue;
      const chart = selection.asShares ? chartOfShares(given) : given;
      for (const line of chart.lines) {
        if (!dimensions.every((d) => this.isChosen(selection, given, line, d))) continue;
        const colourKey = this.keyOf(line, selection.colourBy);
        const family = this.familyOf(selection, colourKey);
        const rank = this.chosenOf(selection, family).findIndex((value) => value.key === colourKey);
        const part = Math.floor(Math.max(0, rank) / linesPerPanel);
        const key = JSON.stringify([index, ...others.map((d) => this.keyOf(line, d)), family, part]);
        let panel = panels.get(key);
        if (!panel) {
          const context = others
            .filter((d) => this.mustSay(selection, d))
            .map((d) => this.labelOf(line, d))
            .join(', ');
          panels.set(key, (panel = { key, chart, context, lines: [] }));
        }
        panel.lines.push({
          line,
          label: this.varies(selection.colourBy) ? this.labelOf(line, selection.colourBy) : line.name,
          colour: this.colourOf(selection, colourKey),
        });
      }
    }
    return [...panels.values()];
  }

  /** Colours of the joints that are shown, by name. */
  jointColours(selection: Selection): Map<string, number> {
    const colours = new Map<string, number>();
    if (selection.colourBy !== 'subject') return colours;
    for (const { line, colour } of this.panels(selection).flatMap((panel) => panel.lines)) {
      if (line.joint !== null) colours.set(this.joints[line.joint]!.name, colour);
    }
    return colours;
  }

  /** Of a dimension with one value, and of sums where only these are shown, nothing needs to be said. */
  private mustSay(selection: Selection, dimension: Dimension): boolean {
    const chosen = selection.chosen[dimension];
    return this.varies(dimension) && !(dimension === 'term' && chosen.size === 1 && chosen.has(total));
  }

  private isChosen(selection: Selection, chart: Chart, line: Line, dimension: Dimension): boolean {
    if (dimension === 'subject' && this.alone.has(chart)) return true;
    return selection.chosen[dimension].has(this.keyOf(line, dimension));
  }

  private familyOf(selection: Selection, key: string): number {
    return selection.colourBy === 'subject' ? (this.families.get(key) ?? 0) : 0;
  }

  /** The chosen values of one family, in their order, of the dimension that gives the colours. */
  private chosenOf(selection: Selection, family: number): Value[] {
    const chosen = selection.chosen[selection.colourBy];
    return this.space[selection.colourBy].filter((value) => value.family === family && chosen.has(value.key));
  }

  private keyOf(line: Line, dimension: Dimension): string {
    if (dimension === 'term') return line.term ?? total;
    if (dimension === 'motion') return String(line.motion ?? '');
    if (line.joint !== null) return `${jointKey}${line.joint}`;
    return line.term !== null || this.isMotionOnly ? 'whole' : `name ${line.name}`;
  }

  private labelOf(line: Line, dimension: Dimension): string {
    if (dimension === 'term') return line.term ?? 'sum';
    if (dimension === 'motion')
      return line.motion === null ? '' : (this.motions[line.motion] ?? `motion ${line.motion}`);
    if (line.joint !== null) return this.joints[line.joint]!.name;
    return line.term !== null || this.isMotionOnly ? 'robot' : line.name;
  }
}

function kindOf(key: string): Value['kind'] {
  return key.startsWith(jointKey) ? 'joint' : 'name';
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
