// Reports as the program writes them (docs/report.md), made here so that the page can be tested without it.

import { forward, rotate, type Link, type V3 } from './chain';
import { Block, type Packed } from './pack';

interface Waves {
  rate: number[];
  size: number[];
  phase: number[];
}

interface Options {
  title: string;
  links: Link[];
  tip: V3;
  samples: number;
  drawn: 'meshes' | 'shapes' | 'axes';
  motions?: string[];
  terms?: string[];
  isBeyond?: boolean;
  hasBands?: boolean;
  hasGap?: boolean;
  root?: V3;
  facets?: number;
  rename?: (name: string) => string;
  figures?: object[];
}

const duration = 8;

/** n-th derivative of a sum of two waves, in closed form. */
function wave(w: Waves, joint: number, t: number, order: number): number {
  let sum = 0;
  for (const [harmonic, share] of [
    [1, 1],
    [2.7, 0.25],
  ] as const) {
    const rate = w.rate[joint]! * harmonic;
    sum += share * w.size[joint]! * rate ** order * Math.sin(rate * t + w.phase[joint]! + (order * Math.PI) / 2);
  }
  return sum;
}

function waves(count: number, seed: number): Waves {
  const pick = (i: number, k: number): number =>
    Math.abs(Math.sin(12.9898 * (i + 1) + 78.233 * (k + seed)) * 43758.5453) % 1;
  const list = (k: number, low: number, high: number): number[] =>
    Array.from({ length: count }, (_, i) => low + (high - low) * pick(i, k));
  return { rate: list(1, 0.6, 1.6), size: list(2, 0.25, 0.8), phase: list(3, 0, 6) };
}

function spansAbove(time: number[], y: number[], high: number): [number, number][] {
  const spans: [number, number][] = [];
  let open: number | null = null;
  y.forEach((value, i) => {
    if (Math.abs(value) > high && open === null) open = time[i]!;
    if ((Math.abs(value) <= high || i === y.length - 1) && open !== null) {
      spans.push([open, time[i]!]);
      open = null;
    }
  });
  return spans;
}

function capsuleMesh(block: Block, radius: number, length: number, facets: number): object {
  const points: number[] = [];
  const triangles: number[] = [];
  const rings = Math.max(6, Math.floor(facets / 2));
  for (let r = 0; r <= rings; ++r) {
    const polar = (Math.PI * r) / rings;
    for (let s = 0; s < facets; ++s) {
      const turn = (2 * Math.PI * s) / facets;
      points.push(
        radius * Math.sin(polar) * Math.cos(turn),
        radius * Math.sin(polar) * Math.sin(turn),
        radius * Math.cos(polar) + (polar < Math.PI / 2 ? length / 2 : -length / 2),
      );
    }
  }
  for (let r = 0; r < rings; ++r) {
    for (let s = 0; s < facets; ++s) {
      const [a, b] = [r * facets + s, r * facets + ((s + 1) % facets)];
      triangles.push(a, a + facets, b, b, a + facets, b + facets);
    }
  }
  return { kind: 'mesh', points: block.add('f32', points), triangles: block.add('u32', triangles) };
}

/** A shape from the origin of a link to that of its child. */
function along(block: Block, options: Options, to: V3, radius: number, index: number): object[] {
  const length = Math.hypot(...to);
  if (length < 0.02) return [{ kind: 'sphere', radius: 1.3 * radius, pose: [0, 0, 0, 0, 0, 0, 1], colour: null }];
  const [x, y, z] = to.map((c) => c / length) as V3;
  const q = z < -0.9999 ? [1, 0, 0, 0] : [-y, x, 0, 1 + z];
  const norm = Math.hypot(...q);
  const pose = [...to.map((c) => c / 2), ...q.map((c) => c / norm)];
  const colour = index === 0 ? [0.25, 0.28, 0.33] : null;
  const shape =
    options.drawn === 'meshes'
      ? capsuleMesh(block, radius, length, options.facets ?? 24)
      : [
          { kind: 'capsule', radius, length },
          { kind: 'cylinder', radius, length },
          { kind: 'box', size: [2 * radius, 1.6 * radius, length] },
        ][index % 3]!;
  return [{ ...shape, pose, colour }];
}

export function makeReport(options: Options): Packed {
  const block = new Block();
  const rename = options.rename ?? ((name: string) => name);
  const moving = options.links.filter((link) => link.kind !== 'fixed');
  const joints = moving.map((link) => ({ name: rename(link.name), unit: link.kind === 'slide' ? 'm' : 'rad' }));
  const motions = options.motions ?? ['motion'];
  const time = Array.from({ length: options.samples }, (_, i) => (duration * i) / (options.samples - 1));
  const timeView = block.add('f64', time);
  const drives = motions.map((_, m) => waves(moving.length, 0.37 * m + 0.1));

  const spread = (order: number): number[] => time.map((t) => 2e-4 * (1 + order) ** 2 * (1.2 + Math.sin(3 * t)));
  /** As a log has it: other instants, and noise. */
  const recorded = (y: number[]): object => {
    const rows = y.flatMap((_, i) => (i % 5 === 2 ? [i] : []));
    return {
      time: block.add(
        'f64',
        rows.map((i) => time[i]! + 1e-3),
      ),
      y: block.add(
        'f32',
        rows.map((i) => y[i]! + 0.03 * Math.sin(1e4 * i)),
      ),
    };
  };
  const line = (extra: object, y: number[], order: number, high: number | null): object => {
    const spans = high === null ? [] : spansAbove(time, y, high);
    const values = options.hasGap ? y.map((value, i) => (i > 0.6 * y.length && i < 0.63 * y.length ? NaN : value)) : y;
    return {
      ...extra,
      y: block.add('f32', values),
      ...(options.hasBands ? { band: block.add('f32', spread(order)) } : {}),
      ...(options.hasBands && order === 0 ? { points: recorded(y) } : {}),
      ...(high === null ? {} : { limit: [-high, 1.001 * high] }),
      ...(spans.length > 0 ? { beyond: spans } : {}),
    };
  };
  const titles = [
    ['Position', 'q', 'rad'],
    ['Velocity', 'q̇', 'rad/s'],
    ['Acceleration', 'q̈', 'rad/s²'],
    ['Jerk', 'q⃛', 'rad/s³'],
  ] as const;
  const highest = (j: number, order: number): number =>
    Math.max(...drives.map((w) => Math.max(...time.map((t) => Math.abs(wave(w, j, t, order))))));
  const perJoint = (order: number, gain: number, limitOf: (j: number) => number | null): object[] =>
    motions.flatMap((_, m) =>
      moving.map((_link, j) =>
        line(
          { name: joints[j]!.name, joint: j, term: null, motion: motions.length > 1 ? m : null },
          time.map((t) => gain * wave(drives[m]!, j, t, order)),
          order,
          limitOf(j),
        ),
      ),
    );
  const motionGroup = {
    id: 'q',
    title: 'Joint motion',
    charts: titles.map(([title, symbol, unit], order) => ({
      title,
      symbol,
      unit,
      order,
      time: timeView,
      lines: perJoint(order, 1, (j) => (order === 1 ? highest(j, 1) * 1.2 : null)),
    })),
  };
  const terms = options.terms ?? [];
  const torque = [
    ['Torque', 'τ', 'N m'],
    ['Torque rate', 'τ̇', 'N m/s'],
    ['Torque second rate', 'τ̈', 'N m/s²'],
  ] as const;
  const torqueGroup = {
    id: 'torque',
    title: 'Torques',
    charts: torque.map(([title, symbol, unit], order) => ({
      title,
      symbol,
      unit,
      order,
      time: timeView,
      lines: [
        ...perJoint(order, 20, (j) =>
          order === 2
            ? null
            : 20 * highest(j, order) * (options.isBeyond && j === (2 * order + 1) % moving.length ? 0.85 : 1.25),
        ),
        ...terms.flatMap((term, k) =>
          moving.map((_link, j) =>
            line(
              { name: `${joints[j]!.name} ${term}`, joint: j, term, motion: null },
              time.map((t) => (20 / (k + 2)) * wave(drives[0]!, (j + k) % moving.length, t, order)),
              order,
              null,
            ),
          ),
        ),
      ],
    })),
  };
  const energy = {
    id: 'energy',
    title: 'Energies',
    charts: [
      ['Energy', 'E', 'J'],
      ['Power', 'Ė', 'W'],
    ].map(([title, symbol, unit], order) => ({
      title,
      symbol,
      unit,
      order,
      time: timeView,
      lines:
        motions.length > 1
          ? motions.map((name, m) =>
              line(
                { name, joint: null, term: null, motion: m },
                time.map((t) => 5 * wave(drives[m]!, 0, t, order)),
                order,
                null,
              ),
            )
          : ['kinetic', 'potential', 'total'].map((name, k) =>
              line(
                { name, joint: null, term: null, motion: null },
                time.map((t) => 5 * (k + 1) * wave(drives[0]!, k, t, order)),
                order,
                null,
              ),
            ),
    })),
  };

  const last = options.links.length - 1;
  const poseCount = Math.min(options.samples, 1000);
  let reach = 0;
  const sceneMotions = motions.map((name, m) => {
    const times = Array.from({ length: poseCount }, (_, i) => (duration * i) / (poseCount - 1));
    const poses: number[] = [];
    const path: number[] = [];
    for (const t of times) {
      const root: V3 = options.root
        ? [options.root[0] + 0.15 * t, options.root[1], options.root[2] + 0.02 * Math.sin(4 * t)]
        : [0, 0, 0];
      const placed = forward(
        options.links,
        moving.map((_, j) => 0.8 * wave(drives[m]!, j, t, 0)),
        root,
      );
      for (const { p, r } of placed) {
        poses.push(...p, ...r);
        reach = Math.max(reach, Math.hypot(...p));
      }
      const tip = rotate(placed[last]!.r, options.tip);
      path.push(...placed[last]!.p.map((x, i) => x + tip[i]!));
    }
    const speed = times.map((_, i) => {
      const k = Math.max(1, i);
      return Math.hypot(...[0, 1, 2].map((n) => path[3 * k + n]! - path[3 * k - 3 + n]!)) / (times[1]! - times[0]!);
    });
    return {
      name: rename(name),
      times: block.add('f64', times),
      poses: block.add('f32', poses),
      tip: {
        name: 'flange',
        path: block.add('f32', path),
        colours: [
          { title: 'Speed', unit: 'm/s', values: block.add('f32', speed) },
          {
            title: 'Jerk',
            unit: 'm/s³',
            values: block.add(
              'f32',
              speed.map((s, i) => 100 * s * (1 + Math.sin(i / 20))),
            ),
          },
          {
            title: 'Utilisation of limits',
            unit: '',
            values: block.add(
              'f32',
              speed.map((s) => s / Math.max(...speed)),
            ),
          },
        ],
      },
    };
  });

  const child = (i: number): V3 => options.links.find((link) => link.parent === i)?.offset ?? options.tip;
  const bodies = options.links.map((link, i) => {
    const to = child(i);
    const mass = 4 / (1 + 0.4 * i);
    return {
      name: rename(`link of ${link.name}`),
      parent: link.parent,
      shapes: options.drawn === 'axes' ? [] : along(block, options, to, 0.055 * 0.95 ** i, i),
      mass,
      com: to.map((c) => c / 2),
      ellipsoid: { half: [0.06, 0.05, 0.05 + Math.hypot(...to) / 3], rotation: [0, 0, 0, 1] },
    };
  });

  const beyondCount = [...motionGroup.charts, ...torqueGroup.charts]
    .flatMap((chart) => chart.lines)
    .filter((l) => 'beyond' in l).length;
  const report = {
    format: 1,
    title: rename(options.title),
    subtitle: rename(`analyze, ${duration} s, ${options.samples} samples, derivatives up to order 3`),
    ...(options.isBeyond === undefined
      ? {}
      : {
          verdict: options.isBeyond
            ? {
                ok: false,
                text: rename(
                  `NOT legal: ${beyondCount} limits exceeded, torque of ${joints[1]?.name ?? ''} first at 1.02 s`,
                ),
              }
            : { ok: true, text: 'legal: all limits are kept, 82 % of the most binding one' },
        }),
    warnings: options.isBeyond
      ? [rename('Noise of the record is 3.2 times what its digits explain; torque rates are uncertain (bands).')]
      : [],
    ...(options.isBeyond ? { asides: ['<gazebo> is an extension and is ignored'] } : {}),
    range: [0, duration],
    joints,
    scene: {
      bodies,
      joints: options.links.flatMap((link, body) =>
        link.kind === 'fixed' ? [] : [{ name: rename(link.name), body, kind: link.kind, axis: link.axis }],
      ),
      drawn: options.drawn,
      note:
        options.drawn === 'axes'
          ? 'The model has no shapes: links are drawn from joint to joint.'
          : 'Meshes were simplified to 20 000 triangles.',
      size: reach + 0.2,
      motions: sceneMotions,
    },
    groups: [motionGroup, torqueGroup, energy],
    ...(options.figures ? { figures: options.figures } : {}),
    tables: [
      {
        title: 'Extremes',
        columns: [
          { title: 'Quantity', unit: '' },
          { title: 'Least', unit: 'N m' },
          { title: 'Most', unit: 'N m' },
          { title: 'Limit', unit: 'N m' },
          { title: 'Used', unit: '%' },
          { title: 'At', unit: 's' },
        ],
        rows: joints.map((joint, j) => {
          const most = 20 * highest(j, 0);
          const isMarked = options.isBeyond && j === 1 % moving.length;
          const high = most * (isMarked ? 0.85 : 1.25);
          return [
            rename(`torque ${joint.name}`),
            -0.97 * most,
            most,
            j === 3 ? null : high,
            (100 * most) / high,
            (0.53 * (j + 1)) % duration,
          ];
        }),
        marked: options.isBeyond ? [1 % moving.length] : [],
        time: 5,
      },
    ],
    cards: [
      {
        title: 'Model',
        rows: [
          ['bodies', String(bodies.length)],
          ['coordinates', String(joints.length)],
          ['mass', '18.43 kg'],
          [rename('heaviest'), rename(bodies[0]!.name)],
        ],
        notes: [rename('No findings.')],
        state: 'good',
      },
      {
        title: 'Verification',
        rows: [
          ['inverse dynamics, two routes', '3.1e-15'],
          ['energy rate and power', '8.4e-15'],
        ],
        notes: [],
        state: options.isBeyond ? 'bad' : 'good',
      },
      {
        title: 'What was used',
        rows: [
          ['gravity', '9.81 m/s² down'],
          ['version', 'Appell 1.0'],
          ['options', '--limits all'],
        ],
        notes: [],
        state: '',
      },
    ],
  };
  return { json: JSON.stringify(report), numbers: block.base64() };
}

function link(name: string, parent: number, offset: V3, axis: V3, kind: Link['kind'] = 'turn'): Link {
  return { name, parent, offset, axis, kind };
}

const smallArm: Link[] = [
  link('base', -1, [0, 0, 0], [0, 0, 1], 'fixed'),
  link('base_yaw', 0, [0, 0, 0.3], [0, 0, 1]),
  link('shoulder', 1, [0, 0, 0.1], [0, 1, 0]),
  link('lift', 2, [0.1, 0, 0.5], [0, 0, 1], 'slide'),
];

const sevenAxes: Link[] = [
  link('base', -1, [0, 0, 0], [0, 0, 1], 'fixed'),
  link('joint1', 0, [0, 0, 0.333], [0, 0, 1]),
  link('joint2', 1, [0, 0, 0.02], [0, 1, 0]),
  link('joint3', 2, [0, 0, 0.316], [0, 0, 1]),
  link('joint4', 3, [0.0825, 0, 0.02], [0, -1, 0]),
  link('joint5', 4, [-0.0825, 0, 0.384], [0, 0, 1]),
  link('joint6', 5, [0, 0, 0.03], [0, -1, 0]),
  link('joint7', 6, [0.088, 0, 0.05], [0, 0, 1]),
];

function humanoid(): Link[] {
  const links = [link('pelvis', -1, [0, 0, 0], [0, 0, 1], 'fixed')];
  const chain = (from: number, names: string[], offsets: V3[]): number => {
    let parent = from;
    names.forEach((name, i) => {
      links.push(
        link(
          name,
          parent,
          offsets[i]!,
          [
            [0, 0, 1],
            [1, 0, 0],
            [0, 1, 0],
          ][i % 3] as V3,
        ),
      );
      parent = links.length - 1;
    });
    return parent;
  };
  const torso = chain(
    0,
    ['waist_yaw', 'waist_roll', 'waist_pitch'],
    [
      [0, 0, 0.1],
      [0, 0, 0.05],
      [0, 0, 0.05],
    ],
  );
  for (const [side, y] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    chain(
      0,
      ['hip_yaw', 'hip_roll', 'hip_pitch', 'knee_yaw', 'knee', 'ankle'].map((name) => `${side}_${name}`),
      [
        [0, 0.1 * y, -0.05],
        [0, 0, -0.05],
        [0, 0, -0.04],
        [0, 0, -0.32],
        [0, 0, -0.02],
        [0, 0, -0.36],
      ],
    );
    const foot = links.length - 1;
    links.push(link(`${side}_foot`, foot, [0.05, 0, -0.06], [0, 0, 1], 'fixed'));
    const wrist = chain(
      torso,
      ['shoulder_yaw', 'shoulder_roll', 'shoulder_pitch', 'elbow_yaw', 'elbow', 'forearm', 'wrist'].map(
        (name) => `${side}_${name}`,
      ),
      [
        [0, 0.2 * y, 0.32],
        [0, 0.03 * y, 0],
        [0, 0.02 * y, 0],
        [0, 0.04 * y, -0.24],
        [0, 0, -0.03],
        [0, 0, -0.18],
        [0, 0, -0.06],
      ],
    );
    links.push(
      link(`${side}_hand`, wrist, [0, 0, -0.07], [0, 0, 1], 'fixed'),
      link(`${side}_thumb`, wrist, [0.03, 0, -0.04], [0, 0, 1], 'fixed'),
    );
  }
  chain(
    torso,
    ['neck_yaw', 'neck_roll', 'neck_pitch'],
    [
      [0, 0, 0.4],
      [0, 0, 0.03],
      [0, 0, 0.05],
    ],
  );
  return links;
}

export const hostileName = `</script><img src=x onerror="window.hacked=1">\u2028<!--<script>&amp;"'`;

/** Bell-shaped counts in closed form, a column that never changes, and shares with and without errors. */
function manyFigures(): object[] {
  const bell = (middle: number, width: number): number[] =>
    Array.from({ length: 40 }, (_, i) => Math.round(600 * Math.exp(-(((i - middle) / width) ** 2))));
  const histogram = (title: string, low: number, high: number, counts: number[]): object => ({
    title,
    unit: 'N m',
    low,
    high,
    counts,
    marks: [
      { at: low + 0.3 * (high - low), label: '5 %' },
      { at: low + 0.5 * (high - low), label: 'median' },
      { at: low + 0.6 * (high - low), label: '95 %' },
      { at: low + 0.98 * (high - low), label: 'limit', limit: true },
    ],
  });
  const names = ['inertia link1', 'inertia link2', `payload ${hostileName}`];
  return [
    {
      title: 'Distributions',
      note: '10000 items.',
      histograms: [
        histogram('joint1, largest torque', 17.1, 23.4, bell(19, 8)),
        histogram('joint2, largest torque', -0.0021, 0.0034, bell(30, 4)),
        { title: 'never changes', unit: '', low: 3, high: 3, counts: [10, 0, 0], marks: [] },
      ],
      shares: [],
    },
    {
      title: 'What matters most',
      histograms: [],
      shares: [
        {
          title: 'joint1, largest torque',
          rows: names.map((label, i) => ({ label, value: [0.71, 0.24, -0.004][i], error: 0.02 })),
        },
        { title: 'joint2, largest torque', rows: names.map((label) => ({ label, value: 0.3, error: null })) },
      ],
    },
  ];
}

export const fixtures = {
  small: () =>
    makeReport({ title: 'Small arm, sweep', links: smallArm, tip: [0.25, 0, 0], samples: 400, drawn: 'axes' }),
  seven: () =>
    makeReport({
      title: 'Seven axes, pick and place',
      links: sevenAxes,
      tip: [0, 0, 0.107],
      samples: 2000,
      drawn: 'meshes',
      isBeyond: true,
      hasBands: true,
      hasGap: true,
      terms: ['inertia', 'gravity', 'load', 'friction', 'drive', 'motor', 'measured'],
    }),
  humanoid: () =>
    makeReport({
      title: 'Humanoid, walk',
      links: humanoid(),
      tip: [0, 0, 0.1],
      samples: 800,
      drawn: 'shapes',
      root: [0, 0, 0.95],
      isBeyond: true,
    }),
  compare: () =>
    makeReport({
      title: 'Three motions of one arm',
      links: sevenAxes,
      tip: [0, 0, 0.107],
      samples: 600,
      drawn: 'shapes',
      motions: ['fast', 'smooth', 'measured'],
      isBeyond: false,
    }),
  hostile: () =>
    makeReport({
      title: 'Names',
      links: smallArm,
      tip: [0.2, 0, 0],
      samples: 50,
      drawn: 'shapes',
      isBeyond: true,
      rename: (name) => `${name} ${hostileName}`,
    }),
  /** A study of many items: distributions, shares, and its worst item's motion. */
  many: () =>
    makeReport({
      title: 'Small arm, many items',
      links: smallArm,
      tip: [0.25, 0, 0],
      samples: 400,
      drawn: 'axes',
      figures: manyFigures(),
    }),
  /** As large as reports get: 200 lines of 2000 points, 1000 poses of 60 bodies, 100k triangles. */
  large: () =>
    makeReport({
      title: 'Large',
      links: [
        ...humanoid(),
        ...Array.from({ length: 20 }, (_, i) => link(`extra${i}`, 0, [0.02 * i, 0, 0.05], [0, 0, 1], 'fixed')),
      ],
      tip: [0, 0, 0.1],
      samples: 2000,
      drawn: 'meshes',
      root: [0, 0, 0.95],
      isBeyond: true,
      facets: 40,
    }),
};
export type FixtureName = keyof typeof fixtures;

/** What a report may just about be: no robot, no samples, one sample, nothing but gaps, a constant, no time, empty lists. */
export function oddReport(): Packed {
  const block = new Block();
  const chart = (title: string, time: number[], ys: number[][]): object => ({
    title,
    symbol: '',
    unit: '',
    order: 0,
    time: block.add('f64', time),
    lines: ys.map((y, i) => ({
      name: `line ${i}`,
      joint: null,
      term: null,
      motion: null,
      y: block.add('f32', y),
      limit: [null, null],
    })),
  });
  const report = {
    format: 1,
    title: 'Odd',
    range: [2, 2],
    scene: null,
    groups: [
      {
        id: 'a',
        title: 'A',
        charts: [
          chart('none', [], [[]]),
          chart('one', [2], [[1], [3]]),
          chart('gaps', [1, 2], [[NaN, NaN]]),
          chart('still', [1, 2], [[0, 0]]),
        ],
      },
      { id: 'b', title: 'B', charts: [] },
    ],
    tables: [{ title: 'Empty', columns: [], rows: [], marked: [], time: null }],
    cards: [{ title: 'Card', rows: [], notes: [], state: '' }],
  };
  return { json: JSON.stringify(report), numbers: block.base64() };
}
