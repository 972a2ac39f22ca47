// The bar at the foot of the page: play, time, slider with the stretches beyond limits, speed; and the keys for them.

import type { Clock } from './clock';
import { button, choice, element } from './dom';
import type { Span } from './format';
import { unionOfSpans } from './lines';
import { decimalsOfTimes, time as timeText } from './numbers';
import type { View } from './view';

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const steps = 10000; // of the slider

export class Timeline {
  readonly root = element('div', { class: 'timeline', role: 'group', 'aria-label': 'Time' });
  private readonly slider = element('input', { type: 'range', min: 0, max: steps, step: 1, 'aria-label': 'Time in s' });
  private readonly readout = element('output', { class: 'readout' });
  private readonly playButton: HTMLButtonElement;
  private readonly decimals: number;

  constructor(
    private readonly clock: Clock,
    view: View,
    beyond: readonly Span[],
  ) {
    this.decimals = decimalsOfTimes(clock.range);
    this.playButton = button('', { class: 'play', title: 'Play or pause (space)' }, () => clock.toggle());
    this.slider.addEventListener('input', () => {
      clock.pause();
      clock.set(clock.range[0] + (Number(this.slider.value) / steps) * clock.duration);
    });
    const zoomed = element('div', { class: 'zoomed', hidden: true });
    const track = element('div', { class: 'track' }, zoomed, ...this.marks(beyond), this.slider);
    const whole = button(
      'Whole motion',
      { class: 'quiet', hidden: true, title: 'Show the whole motion in the plots' },
      () => view.zoom.set(null),
    );
    view.zoom.on((zoom) => {
      zoomed.hidden = whole.hidden = zoom === null;
      if (zoom) this.place(zoomed, zoom);
    });
    this.root.append(
      this.playButton,
      track,
      whole,
      this.readout,
      choice(
        'Speed',
        speeds.map((speed) => `${speed}×`),
        speeds.indexOf(1),
        (i) => (clock.speed = speeds[i]!),
      ),
    );
    clock.onTime(() => this.update());
    clock.onPlay(() => this.update());
    document.addEventListener('keydown', (event) => this.onKey(event));
    this.update();
  }

  private fraction(time: number): number {
    return this.clock.duration > 0 ? (time - this.clock.range[0]) / this.clock.duration : 0;
  }

  private place(mark: HTMLElement, [from, to]: readonly [number, number]): void {
    mark.style.left = `${100 * this.fraction(from)}%`;
    mark.style.width = `${100 * (this.fraction(to) - this.fraction(from))}%`;
  }

  /** Stretches that would touch each other on the screen are one mark: a chattering motion may have thousands. */
  private marks(spans: readonly Span[]): HTMLElement[] {
    const gap = this.clock.duration / 1000;
    const near = unionOfSpans(spans.map(([from, to]) => [from - gap / 2, to + gap / 2]));
    return near.map(([from, to]) => {
      const mark = element('div', { class: 'beyond-mark' });
      this.place(mark, [Math.max(from + gap / 2, this.clock.range[0]), Math.min(to - gap / 2, this.clock.range[1])]);
      return mark;
    });
  }

  private update(): void {
    const { clock } = this;
    const text = timeText(clock.time, this.decimals);
    this.slider.value = String(Math.round(this.fraction(clock.time) * steps));
    this.slider.setAttribute('aria-valuetext', `${text} s`);
    this.slider.style.setProperty('--done', `${100 * this.fraction(clock.time)}%`);
    this.readout.textContent = `${text} s`;
    this.readout.title = `of ${timeText(clock.range[0], this.decimals)} to ${timeText(clock.range[1], this.decimals)} s`;
    this.playButton.setAttribute('aria-label', clock.isPlaying ? 'Pause' : 'Play');
    this.playButton.classList.toggle('playing', clock.isPlaying);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isSlider = target === this.slider;
    // Fields and lists have their own use for keys; a button has one for space.
    if (!isSlider && target.closest('select, input, textarea')) return;
    if (event.key === ' ' && !isSlider && target.closest('button, a, summary')) return;
    const step = (this.clock.duration / 200) * (event.shiftKey ? 10 : 1);
    const actions: Record<string, () => void> = {
      ' ': () => this.clock.toggle(),
      ArrowLeft: () => this.clock.step(-step),
      ArrowRight: () => this.clock.step(step),
      Home: () => this.clock.step(-Infinity),
      End: () => this.clock.step(Infinity),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
