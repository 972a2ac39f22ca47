// Pictures of many items: how a result is distributed, and which factors have a share in that.

import { element } from './dom';
import type { Figures, Histogram, Shares } from './format';
import { concise, readable, roundNumbers, ticks } from './numbers';
import { drawn } from './svg';

const size = { width: 360, height: 170, left: 8, right: 8, top: 30, bottom: 24 };

/** Labels beside each other: each on the lower of two rows where it does not meet the one before. */
export function labelRows(places: readonly number[], widths: readonly number[]): number[] {
  const ends = [-Infinity, -Infinity];
  return places.map((x, i) => {
    const half = widths[i]! / 2;
    const row = x - half >= ends[0]! ? 0 : x - half >= ends[1]! ? 1 : ends[0]! <= ends[1]! ? 0 : 1;
    ends[row] = x + half + 4;
    return row;
  });
}

function histogramView(histogram: Histogram): HTMLElement {
  const { low, high, counts, unit } = histogram;
  const isFlat = !(high > low);
  const highest = Math.max(...counts, 1);
  const wide = size.width - size.left - size.right;
  const tall = size.height - size.top - size.bottom;
  const across = (value: number): number => size.left + (isFlat ? 0.5 : (value - low) / (high - low)) * wide;
  const foot = size.height - size.bottom;
  const parts: Node[] = counts.flatMap((count, i) => {
    if (count === 0) return [];
    const width = isFlat ? 0.05 * wide : wide / counts.length;
    const from = low + ((high - low) * i) / counts.length;
    const to = low + ((high - low) * (i + 1)) / counts.length;
    const height = Math.max(1, (count / highest) * tall);
    const words = isFlat ? `${readable(low)} ${unit}` : `${readable(from)} to ${readable(to)} ${unit}`;
    return [
      drawn(
        'rect',
        {
          class: 'bar',
          x: (isFlat ? across(low) - width / 2 : size.left + i * width) + 0.5,
          y: foot - height,
          width: Math.max(width - 1, 0.5),
          height,
        },
        drawn('title', {}, `${words}: ${count} items`),
      ),
    ];
  });
  parts.push(drawn('line', { class: 'axis', x1: size.left, x2: size.width - size.right, y1: foot, y2: foot }));
  const values = isFlat ? [low] : roundNumbers(low, high, 5);
  ticks(values).forEach((text, i) => {
    const x = across(values[i]!);
    const anchor = x < size.left + 16 ? 'start' : x > size.width - size.right - 16 ? 'end' : 'middle';
    parts.push(drawn('line', { class: 'axis', x1: x, x2: x, y1: foot, y2: foot + 4 }));
    parts.push(drawn('text', { class: 'tick', x, y: foot + 17, 'text-anchor': anchor }, text));
  });
  const rows = labelRows(
    histogram.marks.map((mark) => across(mark.at)),
    histogram.marks.map((mark) => 6.2 * mark.label.length),
  );
  histogram.marks.forEach((mark, i) => {
    const x = across(mark.at);
    const anchor = x < size.left + 20 ? 'start' : x > size.width - size.right - 20 ? 'end' : 'middle';
    const kind = mark.isLimit ? 'limit' : 'mark';
    parts.push(drawn('line', { class: kind, x1: x, x2: x, y1: size.top - 4, y2: foot }));
    parts.push(
      drawn(
        'text',
        { class: kind, x, y: 23 - 12 * rows[i]!, 'text-anchor': anchor },
        mark.label,
        drawn('title', {}, `${mark.label}: ${readable(mark.at)} ${unit}`),
      ),
    );
  });
  const said = histogram.marks.map((mark) => `${mark.label} ${concise(mark.at)}`).join(', ');
  return element(
    'figure',
    { class: 'figure' },
    element('figcaption', {}, histogram.title, element('span', { class: 'unit' }, unit)),
    drawn(
      'svg',
      { viewBox: `0 0 ${size.width} ${size.height}`, role: 'img', 'aria-label': `${histogram.title}: ${said}` },
      ...parts,
    ) as unknown as Node,
  );
}

function sharesView(shares: Shares): HTMLElement {
  const most = Math.max(1, ...shares.rows.map((row) => row.value));
  const rows = shares.rows.map((row) => {
    const length = Math.max(0, (100 * row.value) / most);
    const reach = row.error === null ? 0 : (100 * row.error) / most;
    const bar = drawn(
      'svg',
      { class: 'share', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      drawn('rect', { class: 'bar', x: 0, y: 1, width: length, height: 8 }),
    );
    if (reach > 0) {
      const [from, to] = [Math.max(0, length - reach), Math.min(100, length + reach)];
      bar.append(drawn('line', { class: 'mark', x1: from, x2: to, y1: 5, y2: 5 }));
    }
    const text = `${(100 * row.value).toFixed(1).replace('-', '−')} %`;
    const error = row.error === null ? '' : ` ± ${(100 * row.error).toFixed(1)}`;
    return element(
      'div',
      { class: 'share-row' },
      element('span', { class: 'cut', title: row.label }, row.label),
      bar as unknown as Node,
      element('span', { class: 'number' }, text + error),
    );
  });
  return element('figure', { class: 'figure' }, element('figcaption', {}, shares.title), ...rows);
}

export function figuresView(figures: Figures): HTMLElement {
  const note = figures.note ? [element('p', { class: 'note' }, figures.note)] : [];
  return element(
    'section',
    { class: 'table figures' },
    element('h2', {}, figures.title),
    ...note,
    element(
      'div',
      { class: 'figure-grid' },
      ...figures.histograms.map(histogramView),
      ...figures.shares.map(sharesView),
    ),
  );
}
