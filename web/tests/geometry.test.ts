// Poses between instants against the closed form of a turn; normals against shapes of which they are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { fitted } from '../src/bounds';
import { limitsInView, sharedLimit, yRange } from '../src/marks';
import { cornersOf } from '../src/normals';
import { pointAt, posesAt } from '../src/poses';
import { lastNotAbove, nearest } from '../src/samples';
import { aboutAxis } from './chain';
import type { PanelLine } from '../src/lines';

test('between two instants a body is on its way, also where the quaternion changes its sign', () => {
  const [a, b] = [aboutAxis([0, 0, 1], 0.2), aboutAxis([0, 0, 1], 0.4)];
  for (const sign of [1, -1]) {
    const poses = new Float32Array([0, 0, 0, ...a, 1, 2, 4, ...b.map((x) => sign * x)]);
    const out = new Float32Array(7);
    posesAt({ name: '', times: new Float64Array([1, 3]), poses, tip: null }, 2, out);
    const expected = [0.5, 1, 2, ...aboutAxis([0, 0, 1], 0.3)];
    expected.forEach((value, i) => assert.ok(Math.abs(out[i]! - value) < 1e-6, `number ${i}`));
    posesAt({ name: '', times: new Float64Array([1, 3]), poses, tip: null }, 99, out);
    assert.ok(Math.abs(out[1]! - 2) < 1e-6, 'after the end it stays there');
  }
  assert.deepEqual(pointAt(new Float64Array([0, 2]), new Float32Array([0, 0, 0, 2, 4, 6]), 0.5), [0.5, 1, 1.5]);
});

test('where a time is among samples', () => {
  const times = new Float64Array([0, 1, 1, 4]);
  for (let t = -1; t < 6; t += 0.05) {
    const expected = Math.max(
      0,
      times.reduce((last, x, i) => (x <= t ? i : last), 0),
    );
    assert.equal(lastNotAbove(times, t), expected);
  }
  assert.equal(nearest(times, 3), 3);
  assert.equal(nearest(times, 2), 2);
});

test('a cube has sharp edges', () => {
  const points = new Float32Array(Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]).flat());
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  const triangles = new Uint32Array(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  const { normals, positions } = cornersOf(points, triangles);
  assert.equal(normals.length, 3 * triangles.length);
  for (let c = 0; c < triangles.length; ++c) {
    const n = [...normals.subarray(3 * c, 3 * c + 3)];
    assert.equal(n.filter((x) => Math.abs(Math.abs(x) - 1) < 1e-6).length, 1, 'along one axis');
    assert.equal(n.filter((x) => Math.abs(x) < 1e-6).length, 2);
    // Outwards: away from the middle of the cube.
    assert.ok(n.reduce((sum, x, i) => sum + x * (positions[3 * c + i]! - 0.5), 0) > 0.4);
  }
});

test('a ball is smooth', () => {
  const [points, triangles]: [number[], number[]] = [[], []];
  const [rings, sides] = [16, 32];
  for (let r = 1; r < rings; ++r) {
    for (let s = 0; s < sides; ++s) {
      const [polar, turn] = [(Math.PI * r) / rings, (2 * Math.PI * s) / sides];
      points.push(Math.sin(polar) * Math.cos(turn), Math.sin(polar) * Math.sin(turn), Math.cos(polar));
    }
  }
  for (let r = 0; r + 2 < rings; ++r) {
    for (let s = 0; s < sides; ++s) {
      const [a, b] = [r * sides + s, r * sides + ((s + 1) % sides)];
      triangles.push(a, a + sides, b, b, a + sides, b + sides);
    }
  }
  const { positions, normals } = cornersOf(new Float32Array(points), new Uint32Array(triangles));
  for (let c = 0; c < triangles.length; ++c) {
    const ring = Math.floor(triangles[c]! / sides);
    if (ring === 0 || ring === rings - 2) continue; // the rims of the two holes
    const dot = [0, 1, 2].reduce((sum, i) => sum + positions[3 * c + i]! * normals[3 * c + i]!, 0);
    assert.ok(dot > Math.cos((4 * Math.PI) / 180), `within 4 degrees of the radius: ${dot}`);
  }
});

function panelLine(y: number[], limit: [number | null, number | null] | null, band: number[] | null = null): PanelLine {
  return {
    label: '',
    colour: 0,
    line: {
      name: '',
      joint: null,
      term: null,
      motion: null,
      y: new Float32Array(y),
      band: band && new Float32Array(band),
      points: null,
      limit,
      beyond: [],
    },
  };
}

test('near limits are in view, far ones do not flatten the lines', () => {
  const [low, high] = yRange([panelLine([-1, 1], [-1.5, 100])], 0, 1);
  assert.ok(low < -1.5 && low > -2 && high > 1 && high < 1.5);
  const [, withBand] = yRange([panelLine([0, 1], null, [0, 3])], 0, 1);
  assert.ok(withBand >= 4);
  assert.deepEqual(yRange([panelLine([NaN], null)], 0, 0), [-1, 1]);
  const [still, up] = yRange([panelLine([5, 5], null)], 0, 1);
  assert.ok(still < 5 && up > 5);
});

test('dots count for the range of an axis, where their time is shown', () => {
  const dotted = panelLine([0, 1], null);
  dotted.line.points = { time: new Float64Array([0, 5]), y: new Float32Array([3, 9]) };
  const [, near] = yRange([dotted], 0, 1, [0, 1]);
  assert.ok(near > 3 && near < 4);
  assert.ok(yRange([dotted], 0, 1)[1] > 9);
});

test('of many limits those are drawn that a line comes near to', () => {
  const lines = [panelLine([0, 8.1], [-10, 10]), panelLine([0, 7.9], [-10, 10]), panelLine([0], [null, 3])];
  assert.deepEqual(limitsInView(lines, 0, 1), [0, 1, 2], 'of few all');
  lines.push(panelLine([-0.9, 0], [-1, null]), panelLine([5], null));
  assert.deepEqual(limitsInView(lines, 0, 1), [0, 3]);
  assert.deepEqual(limitsInView(lines, 0, 0), [3], 'only between the samples that are shown');
});

test('a fitted camera sees every point, and one at each end of the tighter direction is at the edge', () => {
  const axes = { right: new Vector3(1, 0, 0), up: new Vector3(0, 0, 1), away: new Vector3(0, -1, 0) };
  const points = Array.from({ length: 300 }, (_, i) => Math.sin(7919 * (i + 1)) * (1 + (i % 3)));
  for (const slopes of [
    { right: 0.5, up: 0.3, down: 0.3 },
    { right: 0.2, up: 0.3, down: 0.2 },
  ]) {
    const fit = fitted(points, axes, slopes);
    let [wide, high, low] = [0, 0, 0];
    for (let i = 0; i < points.length; i += 3) {
      const depth = fit.away + points[i + 1]!;
      wide = Math.max(wide, Math.abs(points[i]! - fit.right) / depth / slopes.right);
      high = Math.max(high, (points[i + 2]! - fit.up) / depth / slopes.up);
      low = Math.max(low, (fit.up - points[i + 2]!) / depth / slopes.down);
    }
    assert.ok(wide < 1 + 1e-9 && high < 1 + 1e-9 && low < 1 + 1e-9);
    assert.ok(Math.abs(Math.max(wide, Math.min(high, low)) - 1) < 1e-9, 'no room is left');
  }
});

test('a limit is shared only if all lines have it', () => {
  assert.deepEqual(sharedLimit([panelLine([0], [-1, 1]), panelLine([0], [-1, 1])]), [-1, 1]);
  assert.equal(sharedLimit([panelLine([0], [-1, 1]), panelLine([0], [-1, 2])]), null);
  assert.equal(sharedLimit([panelLine([0], [-1, 1]), panelLine([0], null)]), null);
});
