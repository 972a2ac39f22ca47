// Any curve over any other, and what is saved of it: against values that are known in closed form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReport } from '../src/decode';
import type { Chart } from '../src/format';
import { curvesOf, unionOfTimes, valuesAt, type Curve } from '../src/own';
import { csvText, fileName, joined } from '../src/save';
import { pathOf } from '../src/svg';
import { fixtures } from './fixture';

const chart = (time: number[]): Chart => ({
  title: '',
  symbol: '',
  unit: '',
  order: 0,
  time: new Float64Array(time),
  lines: [],
});

test('a straight curve is straight at other instants, and nothing outside of its own', () => {
  const time = [0, 1, 1, 4];
  const line = { name: '', joint: null, term: null, motion: null, band: null, points: null, limit: null, beyond: [] };
  const curve: Curve = {
    group: '',
    chart: chart(time),
    label: '',
    line: { ...line, y: new Float32Array([0, 2, 2, 8]) },
  };
  const values = valuesAt(new Float64Array([-1, 0, 0.5, 1, 3, 4, 5]), curve);
  assert.deepEqual([...values], [NaN, 0, 1, 2, 6, 8, NaN]);
  assert.equal(valuesAt(curve.chart.time, curve), curve.line.y, 'its own instants cost nothing');
});

test('instants of several charts, each once', () => {
  const a = chart([0, 1, 2]);
  assert.equal(unionOfTimes([a, a]), a.time);
  assert.deepEqual([...unionOfTimes([a, chart([0.5, 1, 3])])], [0, 0.5, 1, 2, 3]);
});

test('every line of a report can be chosen, by a name of its own', () => {
  for (const name of ['seven', 'compare', 'humanoid'] as const) {
    const { json, numbers } = fixtures[name]();
    const report = parseReport(json, numbers);
    const curves = curvesOf(report);
    assert.equal(curves.length, report.groups.flatMap((g) => g.charts.flatMap((c) => c.lines)).length);
    assert.equal(new Set(curves.map((curve) => `${curve.group} ${curve.label}`)).size, curves.length, name);
  }
});

test('columns with instants of their own make one table', () => {
  const columns = [
    { title: 'a', x: [0, 1, 2], y: new Float32Array([0.1, 0.2, NaN]) },
    { title: 'b', x: [0.5, 1, 9], y: [5, 6, 7] },
  ];
  assert.deepEqual(joined('t', columns, [0, 2]), [
    ['t', 'a', 'b'],
    [0, 0.1, null],
    [0.5, null, 5],
    [1, 0.2, 6],
    [2, null, null],
  ]);
});

test('CSV: what has commas or quotes is quoted, gaps are empty', () => {
  assert.equal(
    csvText([
      ['a "b", c', 'd'],
      [null, -1.5],
    ]),
    '"a ""b"", c",d\r\n,-1.5\r\n',
  );
  assert.equal(fileName('Torque rate, joint2 <x>', 'csv'), 'torque-rate-joint2-x.csv');
  assert.equal(fileName('…', 'svg'), 'plot.svg');
});

test('a gap ends a line, and the next number begins another', () => {
  assert.equal(
    pathOf(
      [0, 1, 2, 3],
      [1, 2, NaN, 4],
      (x) => 10 * x,
      (y) => -y,
    ),
    'M0.0 -1.0L10.0 -2.0M30.0 -4.0',
  );
});
