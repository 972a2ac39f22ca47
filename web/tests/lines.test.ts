// Every chosen line stands in exactly one panel, no panel has more than seven, and a line beyond its limit is shown without a search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReport } from '../src/decode';
import type { Chart, Group, Line } from '../src/format';
import { countBeyond, Lines, unionOfSpans } from '../src/lines';
import { chartOfShares, shareOf } from '../src/share';
import { fixtures, type FixtureName } from './fixture';

function linesOf(name: FixtureName, group: string): Lines {
  const { json, numbers } = fixtures[name]();
  const report = parseReport(json, numbers);
  return new Lines(
    report.groups.find((g) => g.id === group)!,
    report.joints,
    report.scene!.motions.map((m) => m.name),
  );
}

function makeLine(extra: Partial<Line>): Line {
  return {
    name: 'l',
    joint: null,
    term: null,
    motion: null,
    y: new Float32Array([1, 2]),
    band: null,
    points: null,
    limit: null,
    beyond: [],
    ...extra,
  };
}

function makeGroup(lines: Line[]): Group {
  const chart: Chart = { title: 'C', symbol: '', unit: '', order: 0, time: new Float64Array([0, 1]), lines };
  return { id: 'g', title: 'G', charts: [chart] };
}

test('every chosen line is in one panel, with at most seven', () => {
  for (const [name, group] of [
    ['seven', 'torque'],
    ['humanoid', 'q'],
    ['compare', 'q'],
    ['small', 'energy'],
  ] as const) {
    const lines = linesOf(name, group);
    const selection = lines.initial();
    selection.charts = lines.group.charts.map((_, i) => i);
    for (const colourBy of ['subject', 'term', 'motion'] as const) {
      selection.colourBy = colourBy;
      for (const dimension of ['subject', 'term', 'motion'] as const) {
        selection.chosen[dimension] = new Set(lines.space[dimension].map((value) => value.key));
      }
      const panels = lines.panels(selection);
      const shown = panels.flatMap((panel) => panel.lines.map((l) => l.line));
      const all = lines.group.charts.flatMap((chart) => chart.lines);
      assert.equal(shown.length, all.length);
      assert.deepEqual(new Set(shown), new Set(all));
      for (const panel of panels) {
        assert.ok(panel.lines.length <= 7);
        assert.equal(
          new Set(panel.lines.map((l) => l.colour)).size,
          panel.lines.length,
          'colours differ within a panel',
        );
        assert.equal(new Set(panel.lines.map((l) => l.label)).size, panel.lines.length, 'labels differ within a panel');
      }
    }
  }
});

test('of many joints those beyond a limit are shown first', () => {
  const group = makeGroup(
    Array.from({ length: 30 }, (_, i) => makeLine({ joint: i, beyond: i === 25 ? [[0, 1]] : [] })),
  );
  const lines = new Lines(
    group,
    Array.from({ length: 30 }, (_, i) => ({ name: `j${i}`, unit: 'rad' })),
    [],
  );
  const panels = lines.panels(lines.initial());
  assert.equal(panels.length, 1);
  assert.equal(panels[0]!.lines.length, 7);
  assert.ok(panels[0]!.lines.some((l) => l.label === 'j25'));
  assert.equal(countBeyond(group), 1);
});

test('joints and names in one group are both shown, and a chart of one line with its own button', () => {
  const chart = (title: string, lines: Line[]): Chart => ({
    title,
    symbol: '',
    unit: '',
    order: 0,
    time: new Float64Array([0, 1]),
    lines,
  });
  const group: Group = {
    id: 'g',
    title: 'G',
    charts: [
      chart(
        'worst',
        Array.from({ length: 9 }, (_, i) => makeLine({ name: `n${i}`, beyond: i === 8 ? [[0, 1]] : [] })),
      ),
      chart(
        'joints',
        [0, 1, 2].map((joint) => makeLine({ joint })),
      ),
      chart('a', []),
      chart('b', []),
      chart('c', []),
      chart('single', [makeLine({ name: 'only', beyond: [[0, 1]] })]),
    ],
  };
  const lines = new Lines(
    group,
    [0, 1, 2].map((i) => ({ name: `j${i}`, unit: 'rad' })),
    [],
  );
  const panels = lines.panels(lines.initial());
  assert.deepEqual(
    panels.map((panel) => [panel.chart.title, panel.lines.length]),
    [
      ['worst', 7],
      ['joints', 3],
      ['single', 1],
    ],
  );
  assert.ok(
    panels[0]!.lines.some((l) => l.label === 'n8'),
    'the one beyond its limit',
  );
  assert.equal(panels[2]!.lines[0]!.label, 'only');
  assert.ok(!lines.space.subject.some((value) => value.label === 'only'));
});

test('joints that turn and joints that slide have charts of their own, all of them shown', () => {
  const chart = (title: string, from: number, to: number): Chart => ({
    ...makeGroup(Array.from({ length: to - from }, (_, i) => makeLine({ joint: from + i }))).charts[0]!,
    title,
  });
  const group: Group = { id: 'g', title: 'G', charts: [chart('turn', 3, 32), chart('slide', 0, 3)] };
  const joints = Array.from({ length: 32 }, (_, i) => ({ name: `j${i}`, unit: 'rad' }));
  const lines = new Lines(group, joints, []);
  const panels = lines.panels(lines.initial());
  assert.deepEqual(
    panels.map((panel) => [panel.chart.title, panel.lines.map((l) => l.colour)]),
    [
      ['turn', [0, 1, 2, 3, 4, 5, 6]],
      ['slide', [0, 1, 2]],
    ],
  );
});

test('sums first, then the terms of one joint', () => {
  const lines = linesOf('seven', 'torque');
  const selection = lines.initial();
  assert.deepEqual(
    lines.panels(selection).map((panel) => [panel.chart.title, panel.context, panel.lines.length]),
    [
      ['Torque', '', 7],
      ['Torque rate', '', 7],
      ['Torque second rate', '', 7],
    ],
  );
  selection.colourBy = 'term';
  selection.chosen = lines.chosenFor('term');
  const [panel] = lines.panels(selection);
  assert.equal(panel!.context, 'joint2', 'the joint beyond its limit');
  assert.equal(panel!.lines[0]!.label, 'sum');
});

test('of the terms that is shown first which has limits, and before it one that is beyond them', () => {
  const shown = (limited: string, beyond: string): string => {
    const group = makeGroup(
      ['drive', 'inertia', 'motor'].flatMap((term) =>
        [0, 1].map((joint) =>
          makeLine({ joint, term, limit: term === limited ? [-1, 1] : null, beyond: term === beyond ? [[0, 1]] : [] }),
        ),
      ),
    );
    const lines = new Lines(
      group,
      [0, 1].map((i) => ({ name: `j${i}`, unit: 'rad' })),
      [],
    );
    const panels = lines.panels(lines.initial());
    assert.equal(panels.length, 1);
    return panels[0]!.context;
  };
  assert.equal(shown('', ''), 'drive');
  assert.equal(shown('motor', ''), 'motor');
  assert.equal(shown('motor', 'inertia'), 'inertia');
});

test('motions are compared joint by joint', () => {
  const lines = linesOf('compare', 'q');
  const panels = lines.panels(lines.initial());
  assert.equal(panels.length, 14);
  assert.deepEqual(
    panels[0]!.lines.map((l) => l.label),
    ['fast', 'smooth', 'measured'],
  );
  const energy = linesOf('compare', 'energy');
  assert.deepEqual(
    energy.panels(energy.initial())[0]!.lines.map((l) => l.label),
    ['fast', 'smooth', 'measured'],
  );
});

test('colours of few joints do not change with the choice', () => {
  const lines = linesOf('seven', 'torque');
  const selection = lines.initial();
  selection.chosen.subject = new Set(['joint 4', 'joint 6']);
  assert.deepEqual(
    lines.panels(selection)[0]!.lines.map((l) => l.colour),
    [4, 6],
  );
  assert.deepEqual(
    [...lines.jointColours(selection)],
    [
      ['joint5', 4],
      ['joint7', 6],
    ],
  );
});

test('spans are joined where they overlap', () => {
  assert.deepEqual(
    unionOfSpans([
      [3, 4],
      [0, 1],
      [0.5, 2],
      [1, 1.5],
    ]),
    [
      [0, 2],
      [3, 4],
    ],
  );
});

test('shares: the limits are at -100 and 100 %', () => {
  assert.equal(shareOf([null, null]), null);
  assert.equal(shareOf([1, 1]), null);
  const limits = [
    [-87, 87],
    [-3.07, -0.07],
    [null, 40],
    [-40, null],
  ] as const;
  const lines = limits.map((limit) =>
    makeLine({ limit: [...limit], y: new Float32Array([limit[0] ?? 0, limit[1] ?? 0]) }),
  );
  const chart = chartOfShares(makeGroup([...lines, makeLine({})]).charts[0]!);
  assert.equal(chart.lines.length, 4, 'a line without limits has no share');
  assert.deepEqual(
    chart.lines.map((l) => [...l.y].map(Math.round)),
    [
      [-100, 100],
      [-100, 100],
      [0, 100],
      [-100, 0],
    ],
  );
  assert.deepEqual(
    chart.lines.map((l) => l.limit),
    [
      [-100, 100],
      [-100, 100],
      [null, 100],
      [-100, null],
    ],
  );
  assert.equal(chart.unit, '% of limits');
});
