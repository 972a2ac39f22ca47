// Where the bodies are at a time, between the instants of the file.

import type { Motion } from './format';
import { lastNotAbove } from './samples';

export const numbersPerPose = 7;

/** Fills `out` with x, y, z, qx, qy, qz, qw of each body. */
export function posesAt(motion: Motion, time: number, out: Float32Array): void {
  const { times, poses } = motion;
  const row = out.length;
  const i = lastNotAbove(times, time);
  const j = Math.min(i + 1, times.length - 1);
  const length = times[j]! - times[i]!;
  const s = length > 0 ? Math.min(Math.max((time - times[i]!) / length, 0), 1) : 0;
  for (let k = 0; k < row; k += numbersPerPose) {
    const a = i * row + k;
    const b = j * row + k;
    let dot = 0;
    for (let n = 3; n < 7; ++n) dot += poses[a + n]! * poses[b + n]!;
    // A quaternion and its negative are the same rotation: go the short way round.
    const sign = dot < 0 ? -1 : 1;
    let norm = 0;
    for (let n = 0; n < 7; ++n) {
      const from = poses[a + n]!;
      const to = n < 3 ? poses[b + n]! : sign * poses[b + n]!;
      const value = from + s * (to - from);
      out[k + n] = value;
      if (n >= 3) norm += value * value;
    }
    const scale = norm > 0 ? 1 / Math.sqrt(norm) : 1;
    for (let n = 3; n < 7; ++n) out[k + n]! *= scale;
  }
}

/** The point of a path at a time. */
export function pointAt(times: Float64Array, path: Float32Array, time: number): [number, number, number] {
  const i = lastNotAbove(times, time);
  const j = Math.min(i + 1, times.length - 1);
  const length = times[j]! - times[i]!;
  const s = length > 0 ? Math.min(Math.max((time - times[i]!) / length, 0), 1) : 0;
  const at = (n: number): number => path[3 * i + n]! + s * (path[3 * j + n]! - path[3 * i + n]!);
  return [at(0), at(1), at(2)];
}
