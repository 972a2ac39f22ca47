// Colours of lines, and of values along a path.

/** Seven colours that stay apart, also for colour-blind people; tests/colours.test.ts measures how far. */
export const lineColours = {
  light: ['#2b60c8', '#e07a10', '#0f9d8a', '#9f2c89', '#5b4a1f', '#9c9ad9', '#14213d'],
  dark: ['#5b9bff', '#f5a035', '#76e9a5', '#c466b4', '#8a8c4d', '#adaba8', '#f2f4f8'],
} as const;

export const linesPerPanel = 7;

export type Mode = 'light' | 'dark';
export type Rgb = [number, number, number];

export function lineColour(mode: Mode, index: number): string {
  return lineColours[mode][index % linesPerPanel]!;
}

function srgb(linear: number): number {
  const x = Math.min(Math.max(linear, 0), 1);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}

/** sRGB, 0 to 1, of a colour in OKLab: equal steps there look equally large. */
function fromOklab(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    srgb(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** From blue by green to yellow, ever lighter, so that it can be read without seeing hues too. */
export function scaleColour(mode: Mode, fraction: number): Rgb {
  const x = Math.min(Math.max(fraction, 0), 1);
  const lightness = mode === 'light' ? 0.36 + 0.44 * x : 0.5 + 0.42 * x;
  const hue = ((285 - 190 * x) * Math.PI) / 180;
  const chroma = 0.13 + 0.03 * x;
  return fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
}

export function css([r, g, b]: Rgb): string {
  return `rgb(${Math.round(255 * r)}, ${Math.round(255 * g)}, ${Math.round(255 * b)})`;
}

export function withAlpha(hex: string, alpha: number): string {
  return `${hex}${Math.round(255 * alpha)
    .toString(16)
    .padStart(2, '0')}`;
}
