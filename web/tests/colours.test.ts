// Colours of lines stay apart for people with and without colour vision deficiencies. Distances are in OKLab (1 is from
// black to white); the deficiencies are simulated by the linear maps of Machado, Oliveira and Fernandes (2009), severity 1.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineColours, scaleColour, type Mode } from '../src/colours';

type V = [number, number, number];
const visions: Record<string, V[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const parse = (hex: string): V => [1, 3, 5].map((i) => linear(parseInt(hex.slice(i, i + 2), 16) / 255)) as V;
const apply = (m: V[], v: V): V => m.map((row) => row.reduce((sum, x, i) => sum + x * v[i]!, 0)) as V;

function oklab(rgb: V): V {
  const cone = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((x) => Math.min(Math.max(x, 0), 1)) as V,
  ).map(Math.cbrt) as V;
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cone,
  );
}

const distance = (a: V, b: V): number => Math.hypot(...a.map((x, i) => x - b[i]!));
const luminance = (v: V): number => 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
const papers: Record<Mode, string> = { light: '#ffffff', dark: '#171a1f' };
const bad: Record<Mode, string> = { light: '#d11a2a', dark: '#ff5a64' };

for (const mode of ['light', 'dark'] as const) {
  test(`lines on ${mode} paper stay apart`, () => {
    for (const [name, map] of Object.entries(visions)) {
      const seen = lineColours[mode].map((hex) => oklab(apply(map, parse(hex))));
      for (let i = 0; i < seen.length; ++i) {
        for (let j = 0; j < i; ++j) {
          // The often used palette of Okabe and Ito has 0.076 at worst.
          assert.ok(
            distance(seen[i]!, seen[j]!) > 0.11,
            `${name}: ${lineColours[mode][i]} and ${lineColours[mode][j]}`,
          );
        }
      }
    }
    const paper = luminance(parse(papers[mode]));
    for (const hex of lineColours[mode]) {
      const line = luminance(parse(hex));
      assert.ok((Math.max(line, paper) + 0.05) / (Math.min(line, paper) + 0.05) > 2.4, `${hex} is seen on the paper`);
      assert.ok(distance(oklab(parse(hex)), oklab(parse(bad[mode]))) > 0.11, `${hex} is no violation`);
    }
  });

  test(`the scale on ${mode} paper gets lighter all the way`, () => {
    let last = -1;
    for (let i = 0; i <= 50; ++i) {
      const now = oklab(scaleColour(mode, i / 50).map(linear) as V)[0];
      assert.ok(now > last, `at ${i / 50}`);
      last = now;
    }
  });
}
