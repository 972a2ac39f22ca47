// Reading untrusted JSON field by field: what does not fit is refused with the name of its place.

export class Damaged extends Error {}

function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A value of the JSON and where it stands, such as `groups[2].charts[0].unit`. */
export class Field {
  constructor(
    readonly value: unknown,
    readonly place: string,
  ) {}

  fail(expected: string): never {
    throw new Damaged(`${this.place || 'report'} is ${described(this.value)}; expected is ${expected}`);
  }

  get(name: string): Field {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      this.fail('an object');
    }
    const value = Object.hasOwn(this.value, name) ? (this.value as Record<string, unknown>)[name] : undefined;
    return new Field(value, this.place ? `${this.place}.${name}` : name);
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.fail('text');
  }

  textOr(otherwise: string): string {
    return this.isAbsent ? otherwise : this.text();
  }

  number(): number {
    return typeof this.value === 'number' && Number.isFinite(this.value) ? this.value : this.fail('a number');
  }

  numberOrNull(): number | null {
    return this.isAbsent ? null : this.number();
  }

  /** A whole number from `low` up to but not including `high`. */
  index(high: number, low = 0): number {
    const value = this.value;
    return typeof value === 'number' && Number.isInteger(value) && value >= low && value < high
      ? value
      : this.fail(`a whole number from ${low} to ${high - 1}`);
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
  }

  oneOf<T extends string>(...words: T[]): T {
    const found = words.find((word) => word === this.value);
    return found ?? this.fail(words.map((word) => `"${word}"`).join(' or '));
  }

  list(): Field[] {
    if (!Array.isArray(this.value)) this.fail('a list');
    return this.value.map((value, i) => new Field(value, `${this.place}[${i}]`));
  }

  listOrNone(): Field[] {
    return this.isAbsent ? [] : this.list();
  }

  numbers(count: number): number[] {
    const found = this.list();
    if (found.length !== count) this.fail(`${count} numbers`);
    return found.map((field) => field.number());
  }
}
