// The one time that robot, slider and plots show, and its run.

export class Clock {
  private now: number;
  private listeners: ((time: number) => void)[] = [];
  private stateListeners: (() => void)[] = [];
  private frame = 0;
  private last = 0;
  speed = 1;

  constructor(readonly range: readonly [number, number]) {
    this.now = range[0];
  }

  get time(): number {
    return this.now;
  }

  get isPlaying(): boolean {
    return this.frame !== 0;
  }

  get duration(): number {
    return this.range[1] - this.range[0];
  }

  onTime(listener: (time: number) => void): void {
    this.listeners.push(listener);
  }

  onPlay(listener: () => void): void {
    this.stateListeners.push(listener);
  }

  set(time: number): void {
    if (Number.isNaN(time)) return;
    this.now = Math.min(Math.max(time, this.range[0]), this.range[1]);
    for (const listener of this.listeners) listener(this.now);
  }

  step(by: number): void {
    this.pause();
    this.set(this.now + by);
  }

  play(): void {
    if (this.isPlaying || this.duration === 0) return;
    if (this.now >= this.range[1]) this.set(this.range[0]);
    this.last = performance.now();
    this.frame = requestAnimationFrame((t) => this.tick(t));
    for (const listener of this.stateListeners) listener();
  }

  pause(): void {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const listener of this.stateListeners) listener();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  private tick(stamp: number): void {
    // A tab in the background gets no frames: it goes on where it was, and does not jump.
    const passed = Math.min(Math.max(stamp - this.last, 0), 250) / 1000;
    this.last = stamp;
    this.frame = requestAnimationFrame((t) => this.tick(t));
    this.set(this.now + passed * this.speed);
    if (this.now >= this.range[1]) this.pause();
  }
}
