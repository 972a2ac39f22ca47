// Pictures of all reports, to be looked at: node shots.mjs FOLDER [NAME...].

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, Reports } from './browser';
import { fixtures, type FixtureName } from './fixture';

const [folder = 'shots', ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const reports = new Reports();
const browser = await launch();
const all = Object.keys(fixtures) as FixtureName[];
for (const name of names.length > 0 ? names : all) {
  const address = name.endsWith('.html') ? `file://${name}` : reports.fixture(name as FixtureName);
  const stem = name.replace(/.*\//, '').replace('.html', '');
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await open(browser, address, { viewport: { width, height }, colorScheme });
      await page.waitForTimeout(400);
      await page.evaluate('window.appell && window.appell.setTime(1.7)');
      await page.waitForTimeout(300);
      await page.screenshot({
        path: join(folder, `${stem}-${width}-${colorScheme}.png`),
        fullPage: width < 500 || process.env.FULL === '1',
      });
      for (const complaint of complaints) console.log(`${stem}: ${complaint}`);
      await page.context().close();
    }
  }
}
await browser.close();
reports.remove();
