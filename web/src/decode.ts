// From the two elements of the page to a Report: every view is checked against the block of numbers.

import { Damaged, Field } from './fields';
import type {
  Axis,
  Body,
  Card,
  Cell,
  Chart,
  Colouring,
  Figures,
  Group,
  Histogram,
  Limit,
  Line,
  Motion,
  Points,
  Pose,
  Quaternion,
  Report,
  Scene,
  Shape,
  Shares,
  Span,
  Table,
  Tip,
  Vector,
} from './format';

const views = { f32: Float32Array, f64: Float64Array, u16: Uint16Array, u32: Uint32Array };
type View = { f32: Float32Array; f64: Float64Array; u16: Uint16Array; u32: Uint32Array };

export function bytesOfBase64(text: string): ArrayBuffer {
  let binary: string;
  try {
    binary = atob(text.trim());
  } catch {
    throw new Damaged('the numbers of the report are no base64; the file may have been cut off');
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

export function parseReport(json: string, base64: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Damaged(`the description of the report is no JSON (${(error as Error).message})`);
  }
  return new Decoder(bytesOfBase64(base64)).report(new Field(value, ''));
}

class Decoder {
  constructor(private readonly block: ArrayBuffer) {}

  report(root: Field): Report {
    if (root.get('format').value !== 1) root.get('format').fail('1: this page is of another version of Appell');
    const [from, to] = root.get('range').numbers(2) as [number, number];
    if (!(from <= to)) root.get('range').fail('two times in order');
    const joints = root
      .get('joints')
      .listOrNone()
      .map((j) => ({
        name: j.get('name').text(),
        unit: j.get('unit').textOr(''),
      }));
    const scene = root.get('scene').isAbsent ? null : this.scene(root.get('scene'));
    const verdict = root.get('verdict');
    return {
      title: root.get('title').text(),
      subtitle: root.get('subtitle').textOr(''),
      verdict: verdict.isAbsent ? null : { ok: verdict.get('ok').boolean(), text: verdict.get('text').text() },
      warnings: root
        .get('warnings')
        .listOrNone()
        .map((w) => w.text()),
      asides: root
        .get('asides')
        .listOrNone()
        .map((w) => w.text()),
      range: [from, to],
      joints,
      scene,
      groups: root
        .get('groups')
        .listOrNone()
        .map((g) => this.group(g, joints.length, scene)),
      figures: root.get('figures').listOrNone().map(figures),
      tables: root.get('tables').listOrNone().map(table),
      cards: root.get('cards').listOrNone().map(card),
    };
  }

  /** Numbers of the block, without a copy. `length` says how many there must be. */
  private view<K extends keyof View>(field: Field, type: K, length?: number): View[K] {
    field.get('type').oneOf(type);
    const count = field.get('length').index(2 ** 40);
    const offset = field.get('offset').index(2 ** 40);
    const width = views[type].BYTES_PER_ELEMENT;
    if (offset % 8 !== 0) field.get('offset').fail('a multiple of 8');
    if (offset + count * width > this.block.byteLength) {
      field.fail(`a part of the ${this.block.byteLength} bytes of numbers; the file may have been cut off`);
    }
    if (length !== undefined && count !== length) field.get('length').fail(`${length}`);
    return new views[type](this.block, offset, count) as View[K];
  }

  private times(field: Field): Float64Array {
    const times = this.view(field, 'f64');
    for (let i = 1; i < times.length; ++i) {
      if (!(times[i]! >= times[i - 1]!)) field.fail(`times in order; number ${i} is ${times[i]}`);
    }
    return times;
  }

  private group(field: Field, joints: number, scene: Scene | null): Group {
    return {
      id: field.get('id').text(),
      title: field.get('title').text(),
      charts: field
        .get('charts')
        .list()
        .map((c) => this.chart(c, joints, scene)),
    };
  }

  private chart(field: Field, joints: number, scene: Scene | null): Chart {
    const time = this.times(field.get('time'));
    return {
      title: field.get('title').text(),
      symbol: field.get('symbol').textOr(''),
      unit: field.get('unit').textOr(''),
      order: field.get('order').isAbsent ? 0 : field.get('order').index(1000),
      time,
      lines: field
        .get('lines')
        .list()
        .map((l) => this.line(l, joints, scene, time.length)),
    };
  }

  private line(field: Field, joints: number, scene: Scene | null, length: number): Line {
    const [joint, term, motion, band, limit] = ['joint', 'term', 'motion', 'band', 'limit'].map((name) =>
      field.get(name),
    ) as [Field, Field, Field, Field, Field];
    return {
      name: field.get('name').text(),
      joint: joint.isAbsent ? null : joint.index(joints),
      term: term.isAbsent ? null : term.text(),
      motion: motion.isAbsent ? null : motion.index(scene ? scene.motions.length : 1000),
      y: this.view(field.get('y'), 'f32', length),
      band: band.isAbsent ? null : this.view(band, 'f32', length),
      points: field.get('points').isAbsent ? null : this.points(field.get('points')),
      limit: limit.isAbsent ? null : limitOf(limit),
      beyond: field
        .get('beyond')
        .listOrNone()
        .map((s) => s.numbers(2) as Span),
    };
  }

  private points(field: Field): Points {
    const time = this.times(field.get('time'));
    return { time, y: this.view(field.get('y'), 'f32', time.length) };
  }

  private scene(field: Field): Scene {
    const list = field.get('bodies').list();
    const bodies = list.map((b) => this.body(b, list.length));
    return {
      bodies,
      joints: field
        .get('joints')
        .listOrNone()
        .map((j): Axis => ({
          name: j.get('name').text(),
          body: j.get('body').index(list.length),
          kind: j.get('kind').oneOf('turn', 'slide'),
          axis: j.get('axis').numbers(3) as Vector,
        })),
      drawn: field.get('drawn').oneOf('meshes', 'shapes', 'axes'),
      note: field.get('note').textOr(''),
      size: field.get('size').number(),
      motions: field
        .get('motions')
        .list()
        .map((m) => this.motion(m, list.length)),
    };
  }

  private body(field: Field, count: number): Body {
    const ellipsoid = field.get('ellipsoid');
    return {
      name: field.get('name').text(),
      parent: field.get('parent').index(count, -1),
      shapes: field
        .get('shapes')
        .listOrNone()
        .map((s) => this.shape(s)),
      mass: field.get('mass').number(),
      com: field.get('com').numbers(3) as Vector,
      ellipsoid: ellipsoid.isAbsent
        ? null
        : {
            half: ellipsoid.get('half').numbers(3) as Vector,
            rotation: ellipsoid.get('rotation').numbers(4) as Quaternion,
          },
    };
  }

  private shape(field: Field): Shape {
    const colour = field.get('colour');
    const placed = {
      pose: field.get('pose').numbers(7) as Pose,
      colour: colour.isAbsent ? null : (colour.numbers(3) as Vector),
    };
    const kind = field.get('kind').oneOf('mesh', 'box', 'sphere', 'cylinder', 'capsule');
    switch (kind) {
      case 'mesh': {
        const points = this.view(field.get('points'), 'f32');
        const triangles = this.view(field.get('triangles'), 'u32');
        if (points.length % 3 !== 0) field.get('points').fail('three numbers per point');
        if (triangles.length % 3 !== 0) field.get('triangles').fail('three numbers per triangle');
        const count = points.length / 3;
        if (triangles.some((i) => i >= count)) field.get('triangles').fail(`points below ${count}`);
        return { ...placed, kind, points, triangles };
      }
      case 'box':
        return { ...placed, kind, size: field.get('size').numbers(3) as Vector };
      case 'sphere':
        return { ...placed, kind, radius: field.get('radius').number() };
      default:
        return { ...placed, kind, radius: field.get('radius').number(), length: field.get('length').number() };
    }
  }

  private motion(field: Field, bodies: number): Motion {
    const times = this.times(field.get('times'));
    if (times.length === 0) field.get('times').fail('at least one instant');
    const tip = field.get('tip');
    return {
      name: field.get('name').textOr(''),
      times,
      poses: this.view(field.get('poses'), 'f32', 7 * bodies * times.length),
      tip: tip.isAbsent ? null : this.tip(tip, times.length),
    };
  }

  private tip(field: Field, count: number): Tip {
    return {
      name: field.get('name').textOr(''),
      path: this.view(field.get('path'), 'f32', 3 * count),
      colours: field
        .get('colours')
        .listOrNone()
        .map((c): Colouring => ({
          title: c.get('title').text(),
          unit: c.get('unit').textOr(''),
          values: this.view(c.get('values'), 'f32', count),
        })),
    };
  }
}

function limitOf(field: Field): Limit {
  const ends = field.list();
  if (ends.length !== 2) field.fail('[low, high]');
  return [ends[0]!.numberOrNull(), ends[1]!.numberOrNull()];
}

function cell(field: Field): Cell {
  return typeof field.value === 'string' ? field.value : field.numberOrNull();
}

function figures(field: Field): Figures {
  return {
    title: field.get('title').text(),
    note: field.get('note').textOr(''),
    histograms: field.get('histograms').listOrNone().map(histogram),
    shares: field.get('shares').listOrNone().map(shares),
  };
}

function histogram(field: Field): Histogram {
  const [low, high] = [field.get('low').number(), field.get('high').number()];
  if (!(low <= high)) field.get('high').fail(`a number from ${low} on`);
  return {
    title: field.get('title').text(),
    unit: field.get('unit').textOr(''),
    low,
    high,
    counts: field
      .get('counts')
      .list()
      .map((count) => count.index(2 ** 53)),
    marks: field
      .get('marks')
      .listOrNone()
      .map((mark) => ({
        at: mark.get('at').number(),
        label: mark.get('label').text(),
        isLimit: !mark.get('limit').isAbsent && mark.get('limit').boolean(),
      })),
  };
}

function shares(field: Field): Shares {
  return {
    title: field.get('title').text(),
    rows: field
      .get('rows')
      .list()
      .map((row) => ({
        label: row.get('label').text(),
        value: row.get('value').number(),
        error: row.get('error').numberOrNull(),
      })),
  };
}

function table(field: Field): Table {
  const columns = field
    .get('columns')
    .list()
    .map((c) => ({
      title: c.get('title').text(),
      unit: c.get('unit').textOr(''),
    }));
  const rows = field
    .get('rows')
    .list()
    .map((row) => {
      const cells = row.list();
      if (cells.length !== columns.length) row.fail(`${columns.length} cells, one for each column`);
      return cells.map(cell);
    });
  const time = field.get('time');
  return {
    title: field.get('title').text(),
    columns,
    rows,
    marked: field
      .get('marked')
      .listOrNone()
      .map((m) => m.index(rows.length)),
    time: time.isAbsent ? null : time.index(columns.length),
  };
}

function card(field: Field): Card {
  return {
    title: field.get('title').text(),
    rows: field
      .get('rows')
      .listOrNone()
      .map((row): [string, string] => {
        const cells = row.list();
        if (cells.length !== 2) row.fail('[label, text]');
        return [cells[0]!.text(), cells[1]!.text()];
      }),
    notes: field
      .get('notes')
      .listOrNone()
      .map((n) => n.text()),
    state: field.get('state').isAbsent ? '' : field.get('state').oneOf('good', 'bad', ''),
  };
}
