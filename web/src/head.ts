// Head of the page: what was looked at, and the verdict.

import { button, element } from './dom';
import type { Report } from './format';
import type { Theme } from './theme';

export function headView(report: Report, theme: Theme): HTMLElement {
  const tools = element(
    'div',
    { class: 'head-tools' },
    button('Print', { class: 'quiet', title: 'Print, or save as PDF' }, () => window.print()),
  );
  const themeButton = button('', { class: 'quiet' }, () => theme.toggle());
  const label = (): void => {
    themeButton.textContent = theme.mode === 'dark' ? 'Light' : 'Dark';
  };
  label();
  theme.onChange(label);
  themeButton.title = 'Light or dark';
  tools.append(themeButton);

  const titles = element('div', { class: 'titles' }, element('h1', {}, report.title));
  if (report.subtitle) titles.append(element('p', { class: 'subtitle' }, report.subtitle));
  const head = element('header', {}, titles);
  if (report.verdict) {
    const { ok, text } = report.verdict;
    head.append(
      element(
        'p',
        { class: `verdict ${ok ? 'good' : 'bad'}`, role: 'status' },
        element('span', { 'aria-hidden': 'true' }, ok ? '✓' : '✕'),
        element('span', {}, text),
      ),
    );
  }
  head.append(tools);
  if (report.warnings.length + report.asides.length > 0) head.append(warningsView(report));
  return head;
}

const fewWarnings = 3;

/** The first few at once, others and asides behind a click: what they are about must not be pushed out of sight. */
function warningsView({ warnings, asides }: Report): HTMLElement {
  const list = (texts: readonly string[]): HTMLElement =>
    element('ul', {}, ...texts.map((text) => element('li', {}, text)));
  const folded = (title: string, texts: readonly string[]): HTMLElement =>
    element('details', {}, element('summary', {}, title), list(texts));
  const made = element('div', {
    class: warnings.length > 0 ? 'warnings' : 'warnings asides',
    role: 'note',
    'aria-label': 'Warnings',
  });
  const count = warnings.length > fewWarnings + 1 ? fewWarnings : warnings.length;
  if (count > 0) made.append(list(warnings.slice(0, count)));
  if (count < warnings.length) made.append(folded(`${warnings.length - count} more warnings`, warnings.slice(count)));
  if (asides.length > 0) {
    const notes = asides.length === 1 ? '1 note' : `${asides.length} notes`;
    made.append(folded(`${notes} about parts of the files that no result needs`, asides));
  }
  return made;
}
