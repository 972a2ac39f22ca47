// A chain or tree of joints, so that the robots of the tests move as robots do.

export type V3 = [number, number, number];
export type Q4 = [number, number, number, number];

export interface Link {
  name: string;
  parent: number;
  /** From the parent's frame to this one, before the joint moves. */
  offset: V3;
  axis: V3;
  kind: 'turn' | 'slide' | 'fixed';
}

export function multiply([ax, ay, az, aw]: Q4, [bx, by, bz, bw]: Q4): Q4 {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function rotate(q: Q4, [x, y, z]: V3): V3 {
  const [a, b, c] = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [a, b, c];
}

export function aboutAxis([x, y, z]: V3, angle: number): Q4 {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** Positions and rotations of all links, for the coordinates of those that are not fixed. */
export function forward(links: readonly Link[], q: readonly number[], root: V3 = [0, 0, 0]): { p: V3; r: Q4 }[] {
  const placed: { p: V3; r: Q4 }[] = [];
  let k = 0;
  for (const link of links) {
    const from = link.parent >= 0 ? placed[link.parent]! : { p: root, r: [0, 0, 0, 1] as Q4 };
    const value = link.kind === 'fixed' ? 0 : q[k++]!;
    const slide = link.kind === 'slide' ? value : 0;
    const offset = link.offset.map((o, i) => o + slide * link.axis[i]!) as V3;
    const moved = rotate(from.r, offset);
    placed.push({
      p: from.p.map((x, i) => x + moved[i]!) as V3,
      r: link.kind === 'turn' ? multiply(from.r, aboutAxis(link.axis, value)) : from.r,
    });
  }
  return placed;
}
