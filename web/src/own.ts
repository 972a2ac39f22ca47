// Plots of the reader's own: any curves of the report over time, or over another curve.

import { lineColour, linesPerPanel } from './colours';
import { button, element, toggle } from './dom';
import type { Chart, Line, Report } from './format';
import { readable } from './numbers';
import { PanelView, type Context, type PlotView } from './panel';
import { rangeOf } from './path';
import { lastNotAbove } from './samples';
import { csvText, fileName, joined, save, saveButton } from './save';
import { drawn, placesIn, plotSvg, type SvgPlot } from './svg';

export interface Curve {
  group: string;
  chart: Chart;
  line: Line;
  label: string;
}

/** All lines of a report with names that tell them apart. */
export function curvesOf(report: Report): Curve[] {
  const motions = report.scene?.motions ?? [];
  return report.groups.flatMap((group) =>
    group.charts.flatMap((chart) =>
      chart.lines.map((line) => {
        const parts = [chart.title, line.name === chart.title ? null : line.name, line.term];
        if (line.motion !== null) parts.push(motions[line.motion]?.name ?? `motion ${line.motion}`);
        return { group: group.title, chart, line, label: [...new Set(parts.filter((part) => part))].join(', ') };
      }),
    ),
  );
}

/** Values of a curve at other instants: straight lines between its own. Outside of them there are none. */
export function valuesAt(times: Float64Array, { chart, line }: Curve): Float32Array {
  if (times === chart.time) return line.y;
  const last = chart.time.length - 1;
  return Float32Array.from(times, (t) => {
    if (!(t >= chart.time[0]! && t <= chart.time[last]!)) return NaN;
    const i = lastNotAbove(chart.time, t);
    const j = Math.min(i + 1, last);
    const length = chart.time[j]! - chart.time[i]!;
    const share = length > 0 ? (t - chart.time[i]!) / length : 0;
    return share === 0 ? line.y[i]! : (1 - share) * line.y[i]! + share * line.y[j]!;
  });
}

/** All instants of some charts, each once, in order. */
export function unionOfTimes(charts: readonly Chart[]): Float64Array {
  const different = [...new Set(charts.map((chart) => chart.time))];
  if (different.length === 1) return different[0]!;
  return Float64Array.from([...new Set(different.flatMap((times) => [...times]))].sort((a, b) => a - b));
}

/** One quantity over another, with a mark where the robot is. */
class XyView implements PlotView {
  readonly root: HTMLElement;
  private shown: SvgPlot | null = null;
  private readonly place = element('div', { class: 'xy' });
  private readonly title: string;
  private marks: SVGCircleElement[] = [];
  private readonly values: { x: Float32Array; y: Float32Array }[];

  constructor(
    private readonly x: Curve,
    private readonly curves: { curve: Curve; colour: number }[],
    private readonly asDots: boolean,
    private readonly context: Context,
  ) {
    this.title = `${curves.map(({ curve }) => curve.label).join('; ')} over ${x.label}`;
    this.values = curves.map(({ curve }) => ({ x: valuesAt(curve.chart.time, x), y: curve.line.y }));
    this.root = element(
      'figure',
      { class: 'panel' },
      element(
        'figcaption',
        {},
        element('span', { class: 'panel-title' }, this.title),
        element(
          'span',
          { class: 'saves' },
          saveButton('CSV', () => save(fileName(this.title, 'csv'), 'text/csv', this.csv())),
          saveButton('SVG', () =>
            save(fileName(this.title, 'svg'), 'image/svg+xml', plotSvg(this.plot(), true).outerHTML),
          ),
        ),
      ),
      this.place,
    );
  }

  get isDrawn(): boolean {
    return this.shown !== null;
  }

  draw(): void {
    this.shown = this.plot();
    const svg = plotSvg({ ...this.shown, title: '' }, false);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', this.title);
    const { ink, paper } = this.context.theme.inks();
    this.marks = this.curves.map(() => drawn('circle', { r: 5, fill: ink, stroke: paper, 'stroke-width': 1.5 }));
    svg.append(...this.marks);
    this.place.replaceChildren(svg as unknown as Node);
    this.update();
  }

  resize(): void {
    if (this.shown?.width !== this.place.clientWidth) this.draw();
  }

  retheme(): void {
    this.draw();
  }

  destroy(): void {}

  update(): void {
    const { across, up } = placesIn(this.shown!);
    const now = Float64Array.of(this.context.clock.time);
    this.curves.forEach(({ curve }, i) => {
      const [x, y] = [valuesAt(now, this.x)[0]!, valuesAt(now, curve)[0]!];
      const mark = this.marks[i]!;
      mark.setAttribute('visibility', Number.isFinite(x + y) ? 'visible' : 'hidden');
      mark.setAttribute('cx', String(across(x)));
      mark.setAttribute('cy', String(up(y)));
      mark.setAttribute('data-value', `${readable(x)}, ${readable(y)}`);
    });
  }

  private csv(): string {
    const [from, to] = this.context.clock.range;
    const unit = (of: Curve): string => (of.chart.unit ? ` (${of.chart.unit})` : '');
    const columns = this.curves.flatMap(({ curve }, i) => [
      { title: this.x.label + unit(this.x), x: curve.chart.time, y: this.values[i]!.x },
      { title: curve.label + unit(curve), x: curve.chart.time, y: this.values[i]!.y },
    ]);
    return csvText(joined('time (s)', columns, [from, to]));
  }

  private plot(): SvgPlot {
    const { theme } = this.context;
    const wide = (some: Float32Array[]): [number, number] => {
      const ranges = some.map(rangeOf);
      const [low, high] = [Math.min(...ranges.map((r) => r.low)), Math.max(...ranges.map((r) => r.high))];
      const margin = 0.05 * (high - low) || 0.05 * Math.abs(high) || 1;
      return [low - margin, high + margin];
    };
    const unit = this.x.chart.unit;
    return {
      title: this.title,
      x: { title: unit ? `${this.x.label}, ${unit}` : this.x.label, range: wide(this.values.map(({ x }) => x)) },
      y: { title: this.curves[0]!.curve.chart.unit, range: wide(this.values.map(({ y }) => y)) },
      lines: this.curves.map(({ curve, colour }, i) => ({
        label: curve.label,
        colour: lineColour(theme.mode, colour),
        x: this.asDots ? [] : this.values[i]!.x,
        y: this.asDots ? [] : this.values[i]!.y,
        band: null,
        dots: this.asDots ? this.values[i]! : null,
        limits: [],
      })),
      inks: theme.inks(),
      width: Math.max(this.place.clientWidth, 320),
      height: 380,
    };
  }
}

/** The choice of curves, and the plots of what is chosen: one for each unit. */
export class OwnPlots {
  private readonly curves: Curve[];
  /** `null`: over time. */
  private across: number | null = null;
  private asDots = false;
  private chosen: number[] = [];

  constructor(
    report: Report,
    private readonly context: Context,
    private readonly changed: () => void,
  ) {
    this.curves = curvesOf(report);
    // To begin with: the velocity of the first joint over its position, or whatever comes first.
    const of = (order: number): number =>
      this.curves.findIndex(({ chart, line }) => chart.order === order && line.joint !== null);
    const [position, velocity] = [of(0), of(1)];
    if (position >= 0 && velocity >= 0) this.across = position;
    if (this.curves.length > 0) this.chosen = [Math.max(0, velocity)];
  }

  controls(): HTMLElement[] {
    const chips = this.chosen.map((index, k) => {
      const { label } = this.curves[index]!;
      const chip = button('', { class: 'chip', 'aria-label': `leave out ${label}`, 'aria-pressed': 'true' }, () => {
        this.chosen = this.chosen.filter((other) => other !== index);
        this.changed();
      });
      const swatch = element('span', { class: 'swatch' });
      swatch.style.background = lineColour(this.context.theme.mode, k);
      chip.append(swatch, element('span', { class: 'cut' }, label), '✕');
      return chip;
    });
    const add = this.select('Add a curve', 'add a curve …', null, (index) => {
      if (index !== null && !this.chosen.includes(index)) this.chosen = [...this.chosen, index].slice(-linesPerPanel);
      this.changed();
    });
    const over = this.select('Over', 'time', this.across, (index) => {
      this.across = index;
      this.changed();
    });
    const row = (label: string, ...parts: Node[]): HTMLElement =>
      element('div', { class: 'chips own' }, element('span', { class: 'chips-label' }, label), ...parts);
    const dots = toggle('as dots', this.asDots, { class: 'chip tool', 'data-chip': 'dots' }, (isOn) => {
      this.asDots = isOn;
      this.changed();
    });
    return [row('Curves', ...chips, add), row('Over', over, ...(this.across === null ? [] : [dots]))];
  }

  views(): PlotView[] {
    const units = new Map<string, { curve: Curve; colour: number }[]>();
    this.chosen.forEach((index, colour) => {
      const curve = this.curves[index]!;
      const { unit } = curve.chart;
      units.set(unit, [...(units.get(unit) ?? []), { curve, colour }]);
    });
    const across = this.across === null ? null : this.curves[this.across]!;
    return [...units].map(([unit, some]) =>
      across ? new XyView(across, some, this.asDots, this.context) : this.overTime(unit, some),
    );
  }

  private overTime(unit: string, some: { curve: Curve; colour: number }[]): PlotView {
    const time = unionOfTimes(some.map(({ curve }) => curve.chart));
    const lines = some.map(({ curve, colour }) => {
      const same = time === curve.chart.time;
      const line = { ...curve.line, y: valuesAt(time, curve), band: same ? curve.line.band : null };
      return { line, label: curve.label, colour };
    });
    const titles = new Set(some.map(({ curve }) => curve.chart.title));
    const chart = {
      title: [...titles].join(', '),
      symbol: '',
      unit,
      order: 0,
      time,
      lines: lines.map(({ line }) => line),
    };
    return new PanelView({ key: unit, chart, context: '', lines }, this.context, 260);
  }

  private select(
    label: string,
    first: string,
    chosen: number | null,
    onChange: (index: number | null) => void,
  ): HTMLSelectElement {
    const made = element('select', { class: 'curve', 'aria-label': label }, element('option', { value: '' }, first));
    let group: HTMLOptGroupElement | null = null;
    this.curves.forEach((curve, i) => {
      const title = `${curve.group}: ${curve.chart.title}`;
      if (group?.label !== title) made.append((group = element('optgroup', { label: title })));
      group.append(element('option', { value: i }, curve.label));
    });
    made.value = chosen === null ? '' : String(chosen);
    made.addEventListener('change', () => onChange(made.value === '' ? null : Number(made.value)));
    return made;
  }
}
