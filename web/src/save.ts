// Saving what is shown: numbers as CSV, plots as SVG.

import { button, element } from './dom';

export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name of a title: "Torque rate, joint2" becomes "torque-rate-joint2.csv". */
export function fileName(title: string, ending: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${stem.slice(0, 80) || 'plot'}.${ending}`;
}

export type CsvCell = string | number | null;

export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(csvCell).join(',') + '\r\n').join('');
}

function csvCell(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvColumn {
  title: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

/** Columns of numbers at instants of their own, as one table: a row for each instant of any of them. */
export function joined(
  xTitle: string,
  columns: readonly CsvColumn[],
  [from, to]: readonly [number, number],
): CsvCell[][] {
  const rows = new Map<number, CsvCell[]>();
  columns.forEach(({ x, y }, c) => {
    for (let i = 0; i < x.length; ++i) {
      if (!(x[i]! >= from && x[i]! <= to)) continue;
      const row = rows.get(x[i]!) ?? [x[i]!, ...columns.map(() => null)];
      // Values are single precision: more digits would mean nothing.
      row[c + 1] = Number.isFinite(y[i]!) ? Number(y[i]!.toPrecision(7)) : null;
      rows.set(x[i]!, row);
    }
  });
  const sorted = [...rows.values()].sort((a, b) => (a[0] as number) - (b[0] as number));
  return [[xTitle, ...columns.map((column) => column.title)], ...sorted];
}

export function saveButton(kind: 'CSV' | 'SVG', onClick: () => void): HTMLElement {
  return button(kind, { class: 'save', title: `Save what is shown as ${kind}` }, onClick);
}
