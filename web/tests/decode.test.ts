// What the program writes is read back number by number; what is damaged is named, and no more is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReport } from '../src/decode';
import { Damaged } from '../src/fields';
import { fixtures, hostileName } from './fixture';
import { Block } from './pack';

type Json = Record<string, any>;

function changed(change: (report: Json) => void): () => void {
  const { json, numbers } = fixtures.small();
  const report = JSON.parse(json) as Json;
  change(report);
  return () => parseReport(JSON.stringify(report), numbers);
}

const refused = (run: () => void, words: RegExp): void =>
  assert.throws(run, (error) => error instanceof Damaged && words.test(error.message));

test('numbers arrive as they were written', () => {
  const block = new Block();
  const time = [0, 0.1, 0.25];
  const y = [1.5, NaN, -3.25];
  const json = JSON.stringify({
    format: 1,
    title: 't',
    range: [0, 1],
    joints: [],
    groups: [
      {
        id: 'g',
        title: 'G',
        charts: [
          {
            title: 'C',
            symbol: 's',
            unit: 'N',
            order: 2,
            time: block.add('f64', time),
            lines: [
              {
                name: 'l',
                joint: null,
                term: null,
                motion: null,
                y: block.add('f32', y),
                limit: [null, 2],
                beyond: [[0.1, 0.2]],
              },
            ],
          },
        ],
      },
    ],
  });
  const report = parseReport(json, block.base64());
  const chart = report.groups[0]!.charts[0]!;
  assert.deepEqual([...chart.time], time);
  assert.deepEqual([...chart.lines[0]!.y], y);
  assert.deepEqual(chart.lines[0]!.limit, [null, 2]);
  assert.deepEqual(chart.lines[0]!.beyond, [[0.1, 0.2]]);
  assert.equal(chart.order, 2);
  assert.equal(report.scene, null);
  assert.equal(report.verdict, null);
});

test('every report of the tests is read', () => {
  for (const [name, make] of Object.entries(fixtures)) {
    const { json, numbers } = make();
    const report = parseReport(json, numbers);
    assert.ok(report.groups.length >= 3, name);
    const { bodies, motions } = report.scene!;
    for (const motion of motions) assert.equal(motion.poses.length, 7 * bodies.length * motion.times.length);
  }
});

test('names may hold anything', () => {
  const { json, numbers } = fixtures.hostile();
  assert.ok(parseReport(json, numbers).joints[0]!.name.endsWith(hostileName));
});

test('what is damaged is named', () => {
  const { json, numbers } = fixtures.small();
  refused(() => parseReport(json.slice(0, 100), numbers), /no JSON/);
  refused(() => parseReport(json, `${numbers.slice(0, 99)}%`), /no base64/);
  refused(() => parseReport(json, numbers.slice(0, 4000)), /times is .*expected is a part of the 3000 bytes.*cut off/);
  refused(
    changed((r) => {
      r.format = 2;
    }),
    /format is 2; expected is 1/,
  );
  refused(
    changed((r) => {
      delete r.title;
    }),
    /title is nothing; expected is text/,
  );
  refused(
    changed((r) => {
      r.range = [1, 0];
    }),
    /range is \[1,0\]; expected is two times in order/,
  );
  refused(
    changed((r) => {
      r.range = [0, null];
    }),
    /range\[1\] is null; expected is a number/,
  );
  refused(
    changed((r) => {
      r.groups[1].charts[0].lines[2].joint = 3;
    }),
    /groups\[1\]\.charts\[0\]\.lines\[2\]\.joint is 3; expected is a whole number from 0 to 2/,
  );
  refused(
    changed((r) => {
      r.groups[0].charts[0].lines[0].y.length -= 1;
    }),
    /lines\[0\]\.y\.length is 399; expected is 400/,
  );
  refused(
    changed((r) => {
      r.groups[0].charts[0].time.offset += 4;
    }),
    /offset is 4; expected is a multiple of 8/,
  );
  refused(
    changed((r) => {
      r.groups[0].charts[0].time.type = 'f32';
    }),
    /time\.type is "f32"; expected is "f64"/,
  );
  refused(
    changed((r) => {
      r.scene.bodies[0].parent = 9;
    }),
    /bodies\[0\]\.parent is 9; expected is a whole number from -1 to 3/,
  );
  refused(
    changed((r) => {
      r.scene.motions[0].poses.length -= 7;
    }),
    /motions\[0\]\.poses\.length is 11193; expected is 11200/,
  );
  refused(
    changed((r) => {
      r.tables[0].rows[0].pop();
    }),
    /tables\[0\]\.rows\[0\] is .*expected is 6 cells/,
  );
  refused(
    changed((r) => {
      r.tables[0].marked = [99];
    }),
    /tables\[0\]\.marked\[0\] is 99/,
  );
  refused(
    changed((r) => {
      r.cards[0].state = 'fine';
    }),
    /cards\[0\]\.state is "fine"; expected is "good" or "bad" or ""/,
  );
  refused(
    changed((r) => {
      r.scene.bodies[0].shapes = [{ kind: 'cone', pose: [0, 0, 0, 0, 0, 0, 1] }];
    }),
    /shapes\[0\]\.kind is "cone"/,
  );
});

test('a mesh keeps to its points, times go up', () => {
  const mesh = (index: number): [string, string] => {
    const block = new Block();
    const shape = {
      kind: 'mesh',
      pose: [0, 0, 0, 0, 0, 0, 1],
      colour: null,
      points: block.add('f32', [0, 0, 0, 1, 0, 0, 0, 1, 0]),
      triangles: block.add('u32', [0, 1, index]),
    };
    const scene = {
      bodies: [{ name: 'b', parent: -1, shapes: [shape], mass: 1, com: [0, 0, 0], ellipsoid: null }],
      joints: [],
      drawn: 'meshes',
      note: '',
      size: 1,
      motions: [{ name: '', times: block.add('f64', [0]), poses: block.add('f32', [0, 0, 0, 0, 0, 0, 1]) }],
    };
    return [JSON.stringify({ format: 1, title: '', range: [0, 0], scene }), block.base64()];
  };
  assert.equal(parseReport(...mesh(2)).scene!.motions[0]!.tip, null);
  refused(() => parseReport(...mesh(3)), /triangles is .*expected is points below 3/);
  const block = new Block();
  const chart = { title: '', time: block.add('f64', [0, 2, 1]), lines: [] };
  refused(
    () =>
      parseReport(
        JSON.stringify({ format: 1, title: '', range: [0, 2], groups: [{ id: '', title: '', charts: [chart] }] }),
        block.base64(),
      ),
    /times in order; number 2 is 1/,
  );
});

test('figures: what does not fit is named', () => {
  const { json, numbers } = fixtures.many();
  const report = parseReport(json, numbers);
  assert.equal(report.figures[0]!.histograms[0]!.counts.length, 40);
  assert.deepEqual(report.figures[0]!.histograms[0]!.marks[3], {
    at: 17.1 + 0.98 * (23.4 - 17.1),
    label: 'limit',
    isLimit: true,
  });
  assert.equal(report.figures[1]!.shares[1]!.rows[0]!.error, null);
  const other = (change: (figures: Json[]) => void): (() => void) => {
    const made = JSON.parse(json) as Json;
    change(made.figures);
    return () => parseReport(JSON.stringify(made), numbers);
  };
  refused(
    other((f) => (f[0]!.histograms[0].counts[3] = -1)),
    /figures\[0\]\.histograms\[0\]\.counts\[3\] is -1/,
  );
  refused(
    other((f) => (f[0]!.histograms[1].high = -1)),
    /histograms\[1\]\.high is -1/,
  );
  refused(
    other((f) => (f[1]!.shares[0].rows[0].value = null)),
    /shares\[0\]\.rows\[0\]\.value is null/,
  );
});
