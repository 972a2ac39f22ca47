// One plot: head, lines with limits, and the values at the pointer or else at the robot's time.

import uPlot from 'uplot';
import type { Clock } from './clock';
import { lineColour, withAlpha } from './colours';
import { button, element } from './dom';
import type { Panel } from './lines';
import { drawBehind, limitsInView, yRange } from './marks';
import {
  concise,
  decimalsOfStep,
  decimalsOfTimes,
  readable,
  ticks,
  time as timeText,
  withoutRounding,
} from './numbers';
import { listenToPointer } from './pointer';
import { lastNotAbove, nearest } from './samples';
import { csvText, fileName, joined, save, saveButton, type CsvCell } from './save';
import { plotSvg } from './svg';
import type { Theme } from './theme';
import type { View } from './view';

export interface Context {
  clock: Clock;
  theme: Theme;
  view: View;
}

/** A plot on the page. */
export interface PlotView {
  readonly root: HTMLElement;
  readonly isDrawn: boolean;
  draw(): void;
  update(): void;
  resize(): void;
  retheme(): void;
  destroy(): void;
}

const font = '12px system-ui, sans-serif';

export class PanelView implements PlotView {
  readonly root: HTMLElement;
  private readonly place = element('div', { class: 'plot' });
  private readonly now = element('div', { class: 'now' });
  private readonly pointed = element('div', { class: 'pointed', hidden: true });
  private readonly values: HTMLElement[] = [];
  private readonly swatches: HTMLElement[] = [];
  private readonly items: HTMLElement[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly decimals: number;
  /** Of all values of its lines, in size. */
  private readonly largest: number;
  private plot: uPlot | null = null;
  private colours: string[] = [];
  /** The line under the pointer in the legend, or else the one that was pressed there. */
  private focus: number | null = null;
  private pressed: number | null = null;

  constructor(
    readonly panel: Panel,
    private readonly context: Context,
    private readonly height: number,
  ) {
    this.decimals = decimalsOfTimes(context.clock.range);
    this.largest = panel.lines.reduce(
      (most, { line }) => line.y.reduce((more, y) => (Math.abs(y) > more ? Math.abs(y) : more), most),
      0,
    );
    this.place.style.height = `${height}px`;
    this.place.setAttribute('role', 'img');
    this.place.setAttribute('aria-label', `${this.title()} over time; the values are in the list below`);
    const beyond = panel.lines.filter(({ line }) => line.beyond.length > 0);
    this.root = element(
      'figure',
      { class: beyond.length > 0 ? 'panel beyond' : 'panel' },
      this.head(),
      this.place,
      this.legend(),
    );
  }

  get isDrawn(): boolean {
    return this.plot !== null;
  }

  /** Nothing happens before the panel has a width: it is drawn as soon as it gets one. */
  draw(): void {
    if (this.plot || this.place.clientWidth === 0) return;
    this.recolour();
    const { clock, view } = this.context;
    this.plot = new uPlot(this.options(), this.data(), this.place);
    this.plot.over.append(this.now, this.pointed);
    listenToPointer(this.plot, clock, view);
    this.ends.push(
      view.hover.on(() => this.update()),
      view.zoom.on(() => this.zoom()),
    );
    this.zoom();
    this.update();
  }

  destroy(): void {
    for (const end of this.ends.splice(0)) end();
    this.plot?.destroy();
    this.plot = null;
  }

  resize(): void {
    if (this.plot && this.place.clientWidth > 0 && this.place.clientWidth !== this.plot.width) {
      this.plot.setSize({ width: this.place.clientWidth, height: this.height });
      this.update();
    }
  }

  /** Lines of time and pointer, and the values there. */
  update(): void {
    if (!this.plot) return;
    const { clock, view } = this.context;
    const hover = view.hover.value;
    this.moveTo(this.now, clock.time);
    this.pointed.hidden = hover === null;
    if (hover !== null) {
      this.moveTo(this.pointed, hover);
      this.pointed.dataset.time = `${timeText(hover, this.decimals)} s`;
      this.pointed.classList.toggle('to-left', this.plot.valToPos(hover, 'x') > this.plot.over.clientWidth - 80);
    }
    const { chart, lines } = this.panel;
    const i = nearest(chart.time, hover ?? clock.time);
    lines.forEach(({ line }, k) => {
      const spread = line.band && Number.isFinite(line.y[i]!) ? ` ± ${readable(line.band[i], 2)}` : '';
      const value = this.values[k]!;
      value.textContent = readable(withoutRounding(line.y[i]!, this.largest)) + spread;
      value.classList.toggle('bad', isOutside(line.y[i]!, line.limit));
    });
  }

  retheme(): void {
    this.recolour();
    this.plot?.redraw(false, true);
  }

  private moveTo(marker: HTMLElement, time: number): void {
    const x = this.plot!.valToPos(time, 'x');
    marker.style.visibility = x >= -1 && x <= this.plot!.over.clientWidth + 1 ? 'visible' : 'hidden';
    marker.style.transform = `translateX(${x}px)`;
  }

  private zoom(): void {
    const [min, max] = this.stretch();
    this.plot!.setScale('x', { min, max });
    // The scale is new after the plot has drawn itself.
    queueMicrotask(() => this.update());
  }

  private recolour(): void {
    const { mode } = this.context.theme;
    this.colours = this.panel.lines.map(({ colour }) => lineColour(mode, colour));
    this.swatches.forEach((swatch, i) => (swatch.style.background = this.colours[i]!));
  }

  private title(): string {
    const { chart, context } = this.panel;
    return context ? `${chart.title}, ${context}` : chart.title;
  }

  private head(): HTMLElement {
    const { chart, lines } = this.panel;
    const head = element('figcaption', {}, element('span', { class: 'panel-title' }, this.title()));
    if (chart.symbol) head.append(element('span', { class: 'symbol' }, chart.symbol));
    head.append(element('span', { class: 'unit' }, chart.unit ? `in ${chart.unit}` : ''));
    if (lines.some(({ line }) => line.band))
      head.append(element('span', { class: 'unit' }, 'shaded ± one standard deviation'));
    if (lines.some(({ line }) => line.points)) head.append(element('span', { class: 'unit' }, 'dots: recorded'));
    for (const { line, label } of lines) {
      const span = line.beyond[0];
      if (!span) continue;
      const more = line.beyond.length > 1 ? `, ${line.beyond.length} times` : '';
      head.append(
        button(
          `${label} beyond its limit at ${timeText(span[0], decimalsOfStep(chart.time, this.decimals))} s${more}`,
          { class: 'violation', title: 'Go there' },
          () => {
            this.context.clock.pause();
            this.context.clock.set((span[0] + span[1]) / 2);
          },
        ),
      );
    }
    head.append(
      element(
        'span',
        { class: 'saves' },
        saveButton('CSV', () => save(fileName(this.title(), 'csv'), 'text/csv', csvText(this.rows()))),
        saveButton('SVG', () => save(fileName(this.title(), 'svg'), 'image/svg+xml', this.svg().outerHTML)),
      ),
    );
    return head;
  }

  /** What is shown, as numbers. */
  rows(): CsvCell[][] {
    const { chart, lines } = this.panel;
    const unit = chart.unit ? ` (${chart.unit})` : '';
    const columns = lines.flatMap(({ line, label }) => [
      { title: label + unit, x: chart.time, y: line.y },
      ...(line.band ? [{ title: `${label}, standard deviation${unit}`, x: chart.time, y: line.band }] : []),
      ...(line.points ? [{ title: `${label}, recorded${unit}`, x: line.points.time, y: line.points.y }] : []),
    ]);
    return joined('time (s)', columns, this.stretch());
  }

  /** What is shown, as a picture of its own. */
  svg(): SVGSVGElement {
    const { theme } = this.context;
    const { chart, lines } = this.panel;
    const stretch = this.stretch();
    const [from, to] = [lastNotAbove(chart.time, stretch[0]), lastNotAbove(chart.time, stretch[1])];
    const near = limitsInView(lines, from, to);
    return plotSvg(
      {
        title: this.title(),
        x: { title: 'time, s', range: stretch },
        y: { title: chart.unit, range: yRange(lines, from, to, stretch) },
        lines: lines.map(({ line, label, colour }, i) => ({
          label,
          colour: lineColour(theme.mode, colour),
          x: chart.time,
          y: line.y,
          band: line.band,
          dots: line.points && { x: line.points.time, y: line.points.y },
          limits: near.includes(i) ? line.limit!.filter((end) => end !== null) : [],
        })),
        inks: theme.inks(),
        width: 860,
        height: 360,
      },
      true,
    );
  }

  private stretch(): [number, number] {
    const { clock, view } = this.context;
    const [from, to] = view.zoom.value ?? clock.range;
    return from < to ? [from, to] : [from - 0.5, to + 0.5];
  }

  private legend(): HTMLElement {
    const isLong = this.panel.lines.some(({ line }) => line.limit || line.band);
    const list = element('ul', { class: isLong ? 'legend long' : 'legend' });
    for (const [k, { line, label }] of this.panel.lines.entries()) {
      const value = element('span', { class: 'value' });
      const swatch = element('span', { class: 'swatch' });
      this.values.push(value);
      this.swatches.push(swatch);
      const item = button('', { 'aria-pressed': 'false', title: 'This line and its limits alone' }, () =>
        this.press(k),
      );
      item.append(swatch, element('span', { class: 'name' }, label), value);
      if (line.limit) item.append(element('span', { class: 'limit' }, limitText(line.limit)));
      item.addEventListener('pointerenter', () => this.setFocus(k));
      item.addEventListener('pointerleave', () => this.setFocus(this.pressed));
      this.items.push(item);
      list.append(element('li', {}, item));
    }
    return list;
  }

  private press(line: number): void {
    this.pressed = this.pressed === line ? null : line;
    this.items.forEach((item, i) => item.setAttribute('aria-pressed', String(i === this.pressed)));
    this.setFocus(this.pressed);
  }

  private setFocus(line: number | null): void {
    if (line === this.focus || this.panel.lines.length < 2) return;
    this.focus = line;
    this.plot?.redraw(false, false);
  }

  private data(): uPlot.AlignedData {
    const { chart, lines } = this.panel;
    // Gaps are null to uPlot. Numbers without gaps stay as they are.
    return [
      chart.time,
      ...lines.map(({ line }) =>
        line.y.some((y) => !Number.isFinite(y)) ? Array.from(line.y, (y) => (Number.isFinite(y) ? y : null)) : line.y,
      ),
    ] as uPlot.AlignedData;
  }

  private options(): uPlot.Options {
    const { theme } = this.context;
    const { lines } = this.panel;
    const ink = (): string => theme.colour('--soft');
    const grid = { stroke: (): string => theme.colour('--grid'), width: 1 };
    const axis = { stroke: ink, grid, ticks: { show: false }, font, labelFont: font };
    return {
      width: this.place.clientWidth,
      height: this.height,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 24, 0, 0],
      pxAlign: false, // Lines rounded to pixels would have steps.
      scales: {
        x: { time: false, range: (_, min, max) => [min, max] },
        y: {
          range: (u) => {
            const [from, to] = u.series[0]!.idxs ?? [0, this.panel.chart.time.length - 1];
            return yRange(lines, from, to, this.stretch());
          },
        },
      },
      axes: [
        { ...axis, size: 26, gap: 4, space: 70, values: (_, splits) => ticks(splits).map((t) => `${t} s`) },
        { ...axis, size: 62, gap: 6, space: 28, values: (_, splits) => ticks(splits) },
      ],
      series: [
        {},
        ...lines.map((_, i) => ({
          stroke: () =>
            this.focus === null || this.focus === i ? this.colours[i]! : withAlpha(this.colours[i]!, 0.18),
          width: 1.75,
          points: { show: this.panel.chart.time.length === 1 },
        })),
      ],
      hooks: {
        drawAxes: [(u) => drawBehind(u, lines, { bad: theme.colour('--bad'), lines: this.colours, focus: this.focus })],
      },
    };
  }
}

function isOutside(y: number, limit: [number | null, number | null] | null): boolean {
  return limit !== null && ((limit[0] !== null && y < limit[0]) || (limit[1] !== null && y > limit[1]));
}

function limitText([low, high]: [number | null, number | null]): string {
  if (low !== null && high !== null) {
    return low === -high ? `limit ±${concise(high)}` : `limits ${concise(low)} to ${concise(high)}`;
  }
  return high !== null ? `limit ${concise(high)}` : low !== null ? `limit ${concise(low)} at least` : '';
}
