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
  if (report.warnings.length > 0) head.append(warningsView(report.warnings));
  return head;
}

const fewWarnings = 3;

/** The first few at once, the others behind a click: what they are about must not be pushed out of sight. */
function warningsView(warnings: readonly string[]): HTMLElement {
  const list = (texts: readonly string[]): HTMLElement =>
    element('ul', {}, ...texts.map((text) => element('li', {}, text)));
  const isMany = warnings.length > fewWarnings + 1;
  const made = element(
    'div',
    { class: 'warnings', role: 'note', 'aria-label': 'Warnings' },
    list(isMany ? warnings.slice(0, fewWarnings) : warnings),
  );
  if (isMany) {
    const others = warnings.slice(fewWarnings);
    made.append(element('details', {}, element('summary', {}, `${others.length} more warnings`), list(others)));
  }
  return made;
}
