// Numbers as people read them: four to five digits, no digits that mean nothing.

const thin = '\u2009';

function superscript(exponent: number): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const text = String(Math.abs(exponent)).replace(/\d/g, (d) => digits[Number(d)]!);
  return exponent < 0 ? `⁻${text}` : text;
}

/** 4 significant digits, plain from 0.001 to 99999, else as 1.234·10⁵. */
export function readable(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e-3 && size < 99999.5) {
    const whole = Math.floor(Math.log10(size)) + 1;
    text = size.toFixed(Math.max(0, Math.min(digits - Math.max(whole, whole > 0 ? 1 : whole), 7)));
  } else {
    const [mantissa, exponent] = size.toExponential(digits - 1).split('e') as [string, string];
    text = `${mantissa}${thin}·${thin}10${superscript(Number(exponent))}`;
  }
  return value < 0 ? `−${text}` : text;
}

/** Times of one motion have the same number of decimals everywhere, so that they do not jump while it plays. */
export function decimalsOfTimes(range: readonly [number, number]): number {
  const length = Math.max(range[1] - range[0], 1e-9);
  if (length >= 1) return length < 1000 ? 3 : 2;
  return Math.min(12, 3 - Math.floor(Math.log10(length)));
}

/** Like `readable`, without zeros at the end: for numbers that people have chosen, such as limits. */
export function concise(value: number): string {
  return readable(value)
    .replace(/(\.\d*?)0+(?!\d)/, '$1')
    .replace(/\.(?!\d)/, '');
}

/** The least number of decimals with which a step is written as it is. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; ++decimals) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

export function time(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace('-', '−');
}

/** Labels of an axis, with just the digits that tell its ticks apart. */
export function ticks(values: readonly number[]): string[] {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : Math.abs(values[0] ?? 1);
  const largest = Math.max(...values.map(Math.abs), step);
  if (step === 0 || !Number.isFinite(step)) return values.map((v) => readable(v));
  if (largest >= 1e5 || largest < 1e-3) {
    const exponent = Math.floor(Math.log10(largest));
    const scale = 10 ** exponent;
    const decimals = decimalsOf(step / scale);
    return values.map((v) =>
      v === 0 ? '0' : `${(v / scale).toFixed(decimals).replace('-', '−')}·10${superscript(exponent)}`,
    );
  }
  const decimals = decimalsOf(step);
  return values.map((v) => {
    const text = v.toFixed(decimals);
    return (Number(text) === 0 ? (0).toFixed(decimals) : text).replace('-', '−');
  });
}

/** What is next to nothing beside the largest value of a plot is left over from rounding. */
export function withoutRounding(value: number, largest: number): number {
  return Math.abs(value) < 1e-9 * largest ? 0 : value;
}

/** Decimals of a time that is known to a step between instants, at most as many as other times have. */
export function decimalsOfStep(times: ArrayLike<number>, most: number): number {
  const step = (times[times.length - 1]! - times[0]!) / Math.max(1, times.length - 1);
  return step > 0 ? Math.max(0, Math.min(most, Math.ceil(-Math.log10(step)))) : most;
}

/** At most `most` round numbers from `low` to `high`. */
export function roundNumbers(low: number, high: number, most: number): number[] {
  if (!(high > low)) return [low];
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= least) ?? 10 * power;
  const found: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12) && found.length <= most + 1; ++k) {
    found.push(k * step);
  }
  return found.length > 0 ? found : [low];
}
