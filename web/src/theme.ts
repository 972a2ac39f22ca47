// Light or dark: as the system has it, until the reader chooses. Paper is always light.

import type { Mode } from './colours';

const key = 'appell-report-theme';

function stored(): Mode | null {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null; // Some browsers give files from disk no storage.
  }
}

export class Theme {
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  private chosen = stored();
  private isPaper = false;
  private listeners: (() => void)[] = [];

  constructor() {
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get mode(): Mode {
    if (this.isPaper) return 'light';
    return this.chosen ?? (this.system.matches ? 'dark' : 'light');
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  toggle(): void {
    this.chosen = this.mode === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(key, this.chosen);
    } catch {
      // Then it holds for this visit only.
    }
    this.apply();
  }

  setPaper(isPaper: boolean): void {
    if (isPaper === this.isPaper) return;
    this.isPaper = isPaper;
    this.apply();
  }

  /** A colour of the style sheet, such as '--ink'. */
  colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  /** Of plots that are pictures of their own. */
  inks(): { ink: string; soft: string; grid: string; paper: string } {
    const of = (name: string): string => this.colour(name);
    return { ink: of('--ink'), soft: of('--soft'), grid: of('--grid'), paper: of('--paper') };
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.mode;
    for (const listener of this.listeners) listener();
  }
}
