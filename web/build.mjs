// node build.mjs FOLDER: writes FOLDER/report.html, one file with script and style inside. The same sources give the same bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8');
const placeholder = '<!-- appell: data -->';

function licence(name) {
  const { version } = JSON.parse(read('node_modules', name, 'package.json'));
  return `/*! ${name} ${version}\n\n${read('node_modules', name, 'LICENSE').trim()}\n*/\n`;
}

async function bundle(entry, options) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  return result.outputFiles[0].text.trim();
}

const licences = licence('three') + licence('uplot');
const script = licences + (await bundle('src/main.ts', { format: 'iife', platform: 'browser' }));
const style = await bundle('src/page.css', {});
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Nothing may be asked of the network, and no other script than this one may run, whatever the data hold.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const parts = { policy, style, script };
const template = read('src/page.html');
for (const name of Object.keys(parts)) {
  if (!template.includes(`{{${name}}}`)) throw new Error(`src/page.html has no {{${name}}}`);
}
const page = template.replace(/{{(\w+)}}/g, (_, name) => parts[name]);
if (page.split(placeholder).length !== 2) throw new Error(`the page must have '${placeholder}' once`);
if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error('script or style would end early');

const folder = process.argv[2] ?? join(here, 'dist');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'report.html'), page);
console.log(`${join(folder, 'report.html')}: ${(page.length / 1000).toFixed(0)} kB`);
