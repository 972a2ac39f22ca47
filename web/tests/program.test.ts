// Reports that the program itself writes, in a real browser. Without a program (APPELL, or that of ./run) they are skipped.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launch, open, Reports } from './browser';

const program = resolve(process.env.APPELL ?? '../build/release/bin/appell');
const skip = existsSync(program) ? false : `there is no ${program}`;
const reports = new Reports();
let browser: Browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  reports.remove();
});

/** A motion file of formulas, one for each joint. */
function motion(name: string, formulas: Record<string, string>): string {
  const joints = Object.entries(formulas).map(([joint, q]) => `[[joint]]\nname = "${joint}"\nq = "${q}"\n`);
  return file(name, `kind = "expression"\nduration = 2\n${joints.join('')}`);
}
function file(name: string, text: string): string {
  const path = join(reports.folder, name);
  writeFileSync(path, text);
  return path;
}
function run(args: string[], exitCode = 0): void {
  const outcome = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(outcome.status, exitCode, `${args.join(' ')}\n${outcome.stderr}`);
}

const arm = { shoulder: '0.5*sin(2*pi*t)', elbow: '1 - 0.3*cos(4*pi*t)' };
const panda = Object.fromEntries(
  [0, -0.4, 0, -2, 0, 2, 0.8].map((middle, i) => [`joint${i + 1}`, `${middle} + 0.3*sin(${1 + i / 4}*t)`]),
);

interface Case {
  args: string[];
  exitCode?: number;
  /** MB at the most. */
  most: number;
  isBad?: boolean;
}
const report = (name: string): string => join(reports.folder, `${name}.html`);
const cases = (): Record<string, Case> => ({
  analyze: {
    args: ['analyze', 'panda', motion('panda.toml', panda), '--samples', '100001', '--report', report('analyze')],
    most: 15,
  },
  check: {
    args: [
      'check',
      'planar2r',
      motion('arm.toml', arm),
      '--limits',
      file('limits.toml', '[default]\ntorque = 20\n'),
      '--report',
      report('check'),
    ],
    exitCode: 1,
    most: 4,
    isBad: true,
  },
  elastic: {
    args: [
      'elastic',
      'planar2r',
      motion('arm.toml', arm),
      '--actuators',
      file('springs.toml', '[default]\nstiffness = 600\nrotor_inertia = 0.5\n'),
      '--report',
      report('elastic'),
    ],
    most: 4,
  },
  compare: {
    args: [
      'compare',
      'planar2r',
      motion('move.toml', { shoulder: '0.4*t^3', elbow: '1 - 0.3*t' }),
      '--report',
      report('compare'),
    ],
    most: 4,
  },
});

test('reports of the program open without a complaint, and their robots move', { skip }, async () => {
  run(['demo', '-o', join(reports.folder, 'demo')]);
  const written = Object.entries(cases()).map(([name, { args, exitCode, most, isBad }]) => {
    run(args, exitCode);
    return { path: report(name), most, isBad };
  });
  for (const { path, most, isBad } of [
    { path: join(reports.folder, 'demo', 'report.html'), most: 4, isBad: false },
    ...written,
  ]) {
    assert.ok(statSync(path).size < most * 1e6, `${path} is of ${statSync(path).size} bytes`);
    const { page, complaints } = await open(browser, pathToFileURL(path).href);
    await page.locator('.panel canvas').first().waitFor();
    const poses = async (): Promise<number[]> => page.evaluate('window.appell.state().scene.poses');
    const first = await poses();
    await page.locator('.track input').fill('2500');
    assert.notDeepEqual(await poses(), first, path);
    assert.equal(await page.locator('.verdict.bad').count(), isBad ? 1 : 0, path);
    assert.deepEqual(complaints, [], path);
    await page.context().close();
  }
});
