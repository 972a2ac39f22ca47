// Chromium as the tests start it: Debian's, without a network.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { fixtures, type FixtureName } from './fixture';
import { inPage, type Packed } from './pack';

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const softwareGl = ['--disable-gpu', '--enable-unsafe-swiftshader'];

/** Without 3D, `--disable-3d-apis` takes WebGL away from pages. */
export function launch(with3d = true): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, ...(with3d ? softwareGl : ['--disable-gpu', '--disable-3d-apis'])],
  });
}

export class Reports {
  readonly folder = mkdtempSync(join(tmpdir(), 'appell-report-'));
  private readonly page = readFileSync(resolve(process.env.APPELL_PAGE ?? 'dist/report.html'), 'utf8');

  /** Address of a report that is written here. */
  write(name: string, data: Packed): string {
    const file = join(this.folder, `${name}.html`);
    writeFileSync(file, inPage(this.page, data));
    return pathToFileURL(file).href;
  }

  fixture(name: FixtureName): string {
    return this.write(name, fixtures[name]());
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Opened {
  page: Page;
  /** What must stay empty: errors, words on the console, requests beside the file itself. */
  complaints: string[];
}

export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ offline: true, viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // How fast the software that stands in for a graphics card reads pixels is not the page's doing.
    if (/GL Driver Message .*Performance/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, complaints };
}
