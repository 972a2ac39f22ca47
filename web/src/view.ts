// What all plots share beside the time: the stretch they show, and the instant under the pointer.

export class Shared<T> {
  private listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (value === this.current) return;
    this.current = value;
    for (const listener of this.listeners) listener(value);
  }

  /** Returns what ends the subscription. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export class View {
  /** `null`: the whole motion. */
  readonly zoom = new Shared<readonly [number, number] | null>(null);
  /** `null`: the pointer is on no plot. */
  readonly hover = new Shared<number | null>(null);
}
