// Tables of extremes: marked rows are beyond a limit, a click on a row with a time goes there, heads sort.

import type { Clock } from './clock';
import { button, element } from './dom';
import type { Cell, Table } from './format';
import { readable } from './numbers';
import { csvText, fileName, save, saveButton } from './save';

const shortText = 16; // letters that stay on one line

export function tableView(table: Table, clock: Clock): HTMLElement {
  const marked = new Set(table.marked);
  const body = element('tbody');
  const rows = table.rows.map((row, i) => tableRow(table, row, marked.has(i), clock));
  body.append(...rows);
  const titles = table.columns.map(({ title, unit }) => (unit ? `${title} (${unit})` : title));
  const order = { column: -1, isUp: true };
  const heads = table.columns.map((column, c) => {
    const title = button(column.title, { title: 'Sort' }, () => {
      order.isUp = order.column === c ? !order.isUp : true;
      order.column = c;
      heads.forEach((head, k) =>
        head.setAttribute('aria-sort', k !== c ? 'none' : order.isUp ? 'ascending' : 'descending'),
      );
      const sorted = rows.map((_, i) => i).sort((a, b) => compare(table.rows[a]![c]!, table.rows[b]![c]!));
      if (!order.isUp) sorted.reverse();
      body.append(...sorted.map((i) => rows[i]!));
    });
    const head = element('th', { scope: 'col', class: isNumeric(table, c) ? 'number' : '' }, title);
    if (column.unit) head.append(element('span', { class: 'unit' }, column.unit));
    return head;
  });
  const scroll = element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': table.title },
    element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body),
  );
  const cue = element('span', { class: 'cue', 'aria-hidden': 'true' }, 'scroll sideways →');
  // A table that goes on to the right says so, until its end is seen.
  const look = (): void => {
    const isMore = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 2;
    scroll.classList.toggle('goes-on', isMore);
    cue.hidden = !isMore;
  };
  scroll.addEventListener('scroll', look, { passive: true });
  new ResizeObserver(look).observe(scroll);
  look();
  const note = marked.size > 0 ? [element('span', { class: 'count bad' }, `${marked.size} beyond a limit`)] : [];
  return element(
    'section',
    { class: 'table' },
    element(
      'h2',
      {},
      table.title,
      ...note,
      cue,
      saveButton('CSV', () => save(fileName(table.title, 'csv'), 'text/csv', csvText([titles, ...table.rows]))),
    ),
    scroll,
  );
}

function isNumeric(table: Table, column: number): boolean {
  return table.rows.some((row) => typeof row[column] === 'number');
}

function compare(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

function tableRow(table: Table, row: Cell[], isMarked: boolean, clock: Clock): HTMLTableRowElement {
  const at = table.time === null ? null : row[table.time];
  const made = element('tr', { class: isMarked ? 'marked' : '' });
  const go =
    typeof at === 'number'
      ? () => {
          clock.pause();
          clock.set(at);
        }
      : null;
  row.forEach((cell, c) => {
    const text = typeof cell === 'string' ? cell : readable(cell, 5);
    const isShort = typeof cell !== 'string' || cell.length <= shortText;
    const place = element('td', {
      class: `${typeof cell === 'string' ? '' : 'number'} ${isShort ? 'short' : ''}`.trim(),
    });
    if (go && c === table.time) place.append(button(text, { class: 'go', title: 'Go there' }, go));
    else place.textContent = text;
    made.append(place);
  });
  if (go) {
    made.classList.add('goes');
    made.addEventListener('click', go);
  }
  return made;
}
