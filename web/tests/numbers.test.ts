// Expected texts are written out by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelRows } from '../src/figures';
import {
  concise,
  decimalsOfStep,
  decimalsOfTimes,
  readable,
  roundNumbers,
  ticks,
  time,
  withoutRounding,
} from '../src/numbers';

test('four digits, and no more than mean something', () => {
  const cases: [number | null, string][] = [
    [0, '0'],
    [1, '1.000'],
    [-1.23456, '−1.235'],
    [12.3456, '12.35'],
    [123.456, '123.5'],
    [1234.56, '1235'],
    [99999, '99999'],
    [0.123456, '0.1235'],
    [0.00123456, '0.001235'],
    [0.000123456, '1.235\u2009·\u200910⁻⁴'],
    [123456, '1.235\u2009·\u200910⁵'],
    [-2e-17, '−2.000\u2009·\u200910⁻¹⁷'],
    [NaN, '–'],
    [null, '–'],
    [Infinity, '∞'],
    [-Infinity, '−∞'],
  ];
  for (const [value, text] of cases) assert.equal(readable(value), text);
});

test('limits without zeros that nobody wrote', () => {
  const cases: [number, string][] = [
    [100, '100'],
    [0.5, '0.5'],
    [-2.8973, '−2.897'],
    [1000, '1000'],
    [12500, '12500'],
    [0, '0'],
    [1e6, '1\u2009·\u200910⁶'],
    [2.5e-5, '2.5\u2009·\u200910⁻⁵'],
    [10, '10'],
  ];
  for (const [value, text] of cases) assert.equal(concise(value), text);
});

test('times of a motion have equally many decimals', () => {
  assert.equal(decimalsOfTimes([0, 8]), 3);
  assert.equal(decimalsOfTimes([0, 0.05]), 5);
  assert.equal(decimalsOfTimes([0, 21]), 3);
  assert.equal(decimalsOfTimes([0, 3600]), 2);
  assert.equal(time(-0.00001, 3), '0.000');
  assert.equal(time(-1.5, 2), '−1.50');
});

test('ticks have the digits that tell them apart', () => {
  assert.deepEqual(ticks([-0.5, 0, 0.5]), ['−0.5', '0.0', '0.5']);
  assert.deepEqual(ticks([0, 2.5, 5]), ['0.0', '2.5', '5.0']);
  assert.deepEqual(ticks([-0.25, 0, 0.25]), ['−0.25', '0.00', '0.25']);
  assert.deepEqual(ticks([0, 2.5e6, 5e6]), ['0', '2.5·10⁶', '5.0·10⁶']);
  assert.deepEqual(ticks([0, 20, 40]), ['0', '20', '40']);
  assert.deepEqual(ticks([0, 2e6, 4e6]), ['0', '2·10⁶', '4·10⁶']);
  assert.deepEqual(ticks([0.00001, 0.000015, 0.00002]), ['1.0·10⁻⁵', '1.5·10⁻⁵', '2.0·10⁻⁵']);
  for (const values of [
    [1, 1.001, 1.002],
    [1e9, 1.5e9],
    [-3e-7, -2e-7],
  ]) {
    assert.equal(new Set(ticks(values)).size, values.length);
  }
});

test('what rounding leaves over is zero, small values are not', () => {
  assert.equal(withoutRounding(-1.1e-16, 1.4), 0);
  assert.equal(withoutRounding(-1e-6, 1.4), -1e-6);
  assert.equal(withoutRounding(1e-20, 1e-19), 1e-20);
});

test('a time has the decimals of the step between instants', () => {
  assert.equal(decimalsOfStep([0, 0.05, 0.1], 3), 2);
  assert.equal(decimalsOfStep([0, 0.0005, 0.001], 3), 3);
  assert.equal(decimalsOfStep([0, 20, 40], 3), 0);
  assert.equal(decimalsOfStep([5], 3), 3);
});

test('axes of distributions have round numbers, and labels that do not meet', () => {
  assert.deepEqual(roundNumbers(17.1, 23.4, 5), [18, 20, 22]);
  assert.deepEqual(roundNumbers(0, 1, 5), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
  assert.deepEqual(roundNumbers(-3, 3, 5), [-2, 0, 2]);
  assert.deepEqual(roundNumbers(2, 2, 5), [2]);
  assert.deepEqual(labelRows([0, 10, 50], [30, 30, 30]), [0, 1, 0]);
});
