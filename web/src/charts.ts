// The plots: a tab for each group, choices of derivative, joints, terms and motions, and the panels these ask for.

import { lineColour, linesPerPanel } from './colours';
import { button, element, toggle } from './dom';
import type { Report } from './format';
import { countBeyond, Lines, type Dimension, type Selection, type Value } from './lines';
import { OwnPlots } from './own';
import { PanelView, type Context, type PlotView } from './panel';
import { hasShares } from './share';
import { tabList } from './tabs';

const margin = 200; // px around the window in which panels are drawn
const drawnUnseen = 24; // panels that are drawn although nobody has scrolled to them

const words: Record<Dimension, string> = { subject: 'Joints', term: 'Terms', motion: 'Motions' };

export class Charts {
  readonly root = element('section', { class: 'charts', 'aria-label': 'Plots' });
  private readonly controls = element('div', { class: 'controls' });
  private readonly grid = element('div', { class: 'panels' });
  private readonly groups: { lines: Lines; selection: Selection }[];
  private readonly watcher: IntersectionObserver;
  private readonly own: OwnPlots;
  private panels: PlotView[] = [];
  /** Place of a group; after the last one those of the reader's own. */
  private current = 0;
  private later = 0;
  private colourListeners: ((colours: Map<string, string>) => void)[] = [];

  constructor(
    private readonly report: Report,
    private readonly context: Context,
  ) {
    const motions = report.scene?.motions.map((motion) => motion.name) ?? [];
    this.groups = report.groups.map((group) => {
      const lines = new Lines(group, report.joints, motions);
      return { lines, selection: lines.initial() };
    });
    // A violation must be seen at once: the first group that has one is shown first.
    this.current = Math.max(
      0,
      report.groups.findIndex((group) => countBeyond(group) > 0),
    );
    this.own = new OwnPlots(report, context, () => this.changed());
    this.watcher = new IntersectionObserver(() => this.drawNear(), { rootMargin: `${margin}px` });
    const tabs = tabList(
      'Quantities',
      [
        ...report.groups.map((group) => ({ title: group.title, alarms: countBeyond(group) })),
        { title: 'Own plot', alarms: 0 },
      ],
      this.current,
      (index) => this.show(index),
    );
    this.root.append(tabs, this.controls, this.grid);
    this.grid.id = 'panels';
    context.clock.onTime(() => this.forDrawn((panel) => panel.update()));
    context.theme.onChange(() => this.retheme());
    // A page may begin without a size: in a hidden frame, or a window that opens later.
    new ResizeObserver(() => {
      this.forDrawn((panel) => panel.resize());
      this.drawNear();
    }).observe(this.grid);
    this.show(this.current);
  }

  get shown(): { group: string; panels: number; drawn: number } {
    return {
      group: this.report.groups[this.current]?.id ?? 'own',
      panels: this.panels.length,
      drawn: this.panels.filter((panel) => panel.isDrawn).length,
    };
  }

  /** Colours of joints in the plots that are shown, by name. */
  onColours(listener: (colours: Map<string, string>) => void): void {
    this.colourListeners.push(listener);
    listener(this.jointColours());
  }

  /** On paper nothing is behind a click: the panels of all groups, with their choices. */
  allPanels(): { title: string; panels: PanelView[] }[] {
    return this.groups.map(({ lines, selection }) => ({
      title: lines.group.title,
      panels: lines.panels(selection).map((panel) => new PanelView(panel, this.context, 150)),
    }));
  }

  private show(index: number): void {
    this.current = index;
    this.rebuildControls();
    this.rebuildPanels();
  }

  private rebuildPanels(): void {
    for (const panel of this.panels) {
      this.watcher.unobserve(panel.root);
      panel.destroy();
    }
    const group = this.groups[this.current];
    const panels = group ? group.lines.panels(group.selection) : [];
    const isMany = group !== undefined && panels.length > group.selection.charts.length;
    this.panels = group
      ? panels.map((panel) => new PanelView(panel, this.context, isMany ? 150 : 190))
      : this.own.views();
    this.grid.classList.toggle('many', isMany);
    this.grid.replaceChildren(...this.panels.map((panel) => panel.root));
    if (this.panels.length === 0) this.grid.append(element('p', { class: 'note' }, 'Nothing is chosen.'));
    for (const panel of this.panels) this.watcher.observe(panel.root);
    this.drawNear();
    for (const listener of this.colourListeners) listener(this.jointColours());
  }

  /** Draws the panels that are in the window, or nearly so; afterwards, one by one, the first of the others. */
  private drawNear(): void {
    for (const panel of this.panels) {
      if (panel.isDrawn) continue;
      const { top, bottom } = panel.root.getBoundingClientRect();
      if (bottom > -margin && top < innerHeight + margin) panel.draw();
    }
    clearTimeout(this.later);
    const next = this.panels.slice(0, drawnUnseen).find((panel) => !panel.isDrawn);
    if (next && this.grid.clientWidth > 0) {
      this.later = window.setTimeout(() => {
        next.draw();
        this.drawNear();
      }, 20);
    }
  }

  private forDrawn(act: (panel: PlotView) => void): void {
    for (const panel of this.panels) if (panel.isDrawn) act(panel);
  }

  private retheme(): void {
    for (const panel of this.panels) panel.retheme();
    this.rebuildControls();
    for (const listener of this.colourListeners) listener(this.jointColours());
  }

  private jointColours(): Map<string, string> {
    const group = this.groups[this.current];
    const colours = group?.lines.jointColours(group.selection) ?? [];
    return new Map([...colours].map(([name, index]) => [name, lineColour(this.context.theme.mode, index)]));
  }

  private colour(key: string): string {
    const { lines, selection } = this.groups[this.current]!;
    return lineColour(this.context.theme.mode, lines.colourOf(selection, key));
  }

  private changed(): void {
    // The chip that was pressed keeps the focus although it is made anew.
    const label = (document.activeElement as HTMLElement | null)?.dataset.chip;
    this.rebuildControls();
    this.rebuildPanels();
    if (label) this.controls.querySelector<HTMLElement>(`[data-chip="${CSS.escape(label)}"]`)?.focus();
  }

  private rebuildControls(): void {
    const group = this.groups[this.current];
    if (!group) return this.controls.replaceChildren(...this.own.controls());
    const rows: HTMLElement[] = [];
    if (group.lines.group.charts.length > 1 || group.lines.group.charts.some(hasShares)) rows.push(this.chartChips());
    for (const dimension of ['subject', 'term', 'motion'] as const) {
      if (!group.lines.varies(dimension)) continue;
      const values = group.lines.space[dimension];
      if (dimension !== 'subject') rows.push(this.chips(words[dimension], dimension, values));
      else {
        for (const [kind, label] of [
          ['joint', 'Joints'],
          ['name', 'Lines'],
        ] as const) {
          const some = values.filter((value) => value.kind === kind);
          if (some.length > 0) rows.push(this.chips(label, dimension, some));
        }
      }
    }
    const colouring = (['subject', 'term', 'motion'] as const).filter((d) => group.lines.varies(d));
    if (colouring.length > 1) rows.push(this.colourChoice(colouring));
    this.controls.replaceChildren(...rows);
  }

  private row(label: string, ...children: HTMLElement[]): HTMLElement {
    return element(
      'div',
      { class: 'chips', role: 'group', 'aria-label': label },
      element('span', { class: 'chips-label' }, label),
      ...children,
    );
  }

  private chartChips(): HTMLElement {
    const { lines, selection } = this.groups[this.current]!;
    const chips = lines.group.charts.map((chart, i) =>
      toggle(chart.title, selection.charts.includes(i), { class: 'chip', 'data-chip': `chart ${i}` }, (isOn) => {
        selection.charts = isOn
          ? [...selection.charts, i].sort((a, b) => a - b)
          : selection.charts.filter((other) => other !== i);
        this.changed();
      }),
    );
    if (lines.group.charts.some(hasShares)) {
      chips.push(
        toggle('in % of limits', selection.asShares, { class: 'chip tool', 'data-chip': 'shares' }, (isOn) => {
          selection.asShares = isOn;
          this.changed();
        }),
      );
    }
    return this.row('Show', ...chips);
  }

  /** Buttons for values of a dimension; what they choose leaves its other values as they are. */
  private chips(label: string, dimension: Dimension, values: readonly Value[]): HTMLElement {
    const { selection } = this.groups[this.current]!;
    const chosen = selection.chosen[dimension];
    const set = (keys: string[]): void => {
      for (const value of values) chosen.delete(value.key);
      for (const key of keys) chosen.add(key);
      this.changed();
    };
    const chips = values.map((value) => this.chip(dimension, value));
    const tools: HTMLElement[] = [];
    if (dimension === 'subject' && values.length > linesPerPanel) {
      const page = (by: number): void => {
        const at = Math.max(
          0,
          values.findIndex((value) => chosen.has(value.key)),
        );
        const pages = Math.ceil(values.length / linesPerPanel);
        const next = (Math.floor(at / linesPerPanel) + by + pages) % pages;
        set(values.slice(next * linesPerPanel, (next + 1) * linesPerPanel).map((value) => value.key));
      };
      tools.push(
        button('‹', { class: 'chip tool', 'aria-label': 'previous 7', 'data-chip': `${label} previous` }, () =>
          page(-1),
        ),
        button('›', { class: 'chip tool', 'aria-label': 'next 7', 'data-chip': `${label} next` }, () => page(1)),
      );
      const beyond = values.filter((value) => value.isBeyond);
      if (beyond.length > 0) {
        tools.push(
          button('beyond limits', { class: 'chip tool', 'data-chip': `${label} beyond` }, () =>
            set(beyond.map((value) => value.key)),
          ),
        );
      }
    }
    if (values.length > 2) {
      tools.push(
        button('all', { class: 'chip tool', 'data-chip': `${label} all` }, () => set(values.map((value) => value.key))),
        button('none', { class: 'chip tool', 'data-chip': `${label} none` }, () => set([])),
      );
    }
    if (values.length <= 2 * linesPerPanel) return this.row(label, ...chips, ...tools);
    return this.row(label, ...tools, element('div', { class: 'chips few-rows' }, ...chips));
  }

  private chip(dimension: Dimension, value: Value): HTMLElement {
    const { selection } = this.groups[this.current]!;
    const chosen = selection.chosen[dimension];
    const isOn = chosen.has(value.key);
    const chip = toggle(value.label, isOn, { class: 'chip', 'data-chip': `${dimension} ${value.key}` }, (next) => {
      if (next) chosen.add(value.key);
      else chosen.delete(value.key);
      this.changed();
    });
    if (dimension === selection.colourBy) {
      const swatch = element('span', { class: 'swatch' });
      if (isOn) swatch.style.background = this.colour(value.key);
      chip.prepend(swatch);
    }
    if (value.isBeyond) {
      chip.classList.add('beyond');
      chip.append(element('span', { class: 'alarm', title: 'beyond a limit' }, '!'));
    }
    return chip;
  }

  private colourChoice(colouring: Dimension[]): HTMLElement {
    const { lines, selection } = this.groups[this.current]!;
    return this.row(
      'Colours for',
      ...colouring.map((dimension) =>
        button(
          words[dimension].toLowerCase(),
          {
            class: 'chip',
            'aria-pressed': String(dimension === selection.colourBy),
            'data-chip': `colours ${dimension}`,
          },
          () => {
            selection.colourBy = dimension;
            selection.chosen = lines.chosenFor(dimension);
            this.changed();
          },
        ),
      ),
    );
  }
}
