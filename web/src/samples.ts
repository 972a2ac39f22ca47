// Where a time is among samples.

/** Index of the last of the ascending `times` that is not above `time`; 0 if there is none. */
export function lastNotAbove(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

export function nearest(times: Float64Array, time: number): number {
  const i = lastNotAbove(times, time);
  return i + 1 < times.length && times[i + 1]! - time < time - times[i]! ? i + 1 : i;
}
