// node bundle-tests.mjs FOLDER: writes tests/*.ts as FOLDER/*.mjs, which Node can run.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
await build({
  absWorkingDir: here,
  entryPoints: readdirSync(join(here, 'tests'))
    .filter((name) => /(\.test|shots)\.ts$/.test(name))
    .map((name) => `tests/${name}`),
  outdir: process.argv[2] ?? 'build',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  external: ['playwright-core'],
  logLevel: 'warning',
});
