// Normals of a mesh: smooth across faces that bend little, sharp at edges.

const cosCrease = Math.cos((38 * Math.PI) / 180);

/** Points and normals of each corner of each triangle, nine numbers per triangle. */
export function cornersOf(
  points: Float32Array,
  triangles: Uint32Array,
): { positions: Float32Array; normals: Float32Array } {
  const corners = triangles.length;
  const positions = new Float32Array(3 * corners);
  for (let c = 0; c < corners; ++c) positions.set(points.subarray(3 * triangles[c]!, 3 * triangles[c]! + 3), 3 * c);

  // Normals of faces: as long as twice their area, so that large faces weigh more, and of unit length.
  const faces = new Float32Array(corners);
  const units = new Float32Array(corners);
  for (let f = 0; f < corners; f += 3) {
    const p = positions.subarray(3 * f, 3 * f + 9) as unknown as number[];
    const [ax, ay, az] = [p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!];
    const [bx, by, bz] = [p[6]! - p[0]!, p[7]! - p[1]!, p[8]! - p[2]!];
    const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx] as const;
    const length = Math.hypot(...n) || 1;
    for (let k = 0; k < 3; ++k) {
      faces[f + k] = n[k]!;
      units[f + k] = n[k]! / length;
    }
  }

  const { starts, members } = facesOfPoints(points.length / 3, triangles);
  const normals = new Float32Array(3 * corners);
  for (let c = 0; c < corners; ++c) {
    const own = c - (c % 3);
    let [x, y, z] = [0, 0, 0];
    const point = triangles[c]!;
    for (let m = starts[point]!; m < starts[point + 1]!; ++m) {
      const f = members[m]!;
      const dot = units[own]! * units[f]! + units[own + 1]! * units[f + 1]! + units[own + 2]! * units[f + 2]!;
      if (f !== own && dot < cosCrease) continue;
      x += faces[f]!;
      y += faces[f + 1]!;
      z += faces[f + 2]!;
    }
    const length = Math.hypot(x, y, z) || 1;
    normals[3 * c] = x / length;
    normals[3 * c + 1] = y / length;
    normals[3 * c + 2] = z / length;
  }
  return { positions, normals };
}

/** For each point the triangles (index of their first corner) that meet there, one after another. */
function facesOfPoints(count: number, triangles: Uint32Array): { starts: Uint32Array; members: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const point of triangles) ++starts[point + 1]!;
  for (let p = 0; p < count; ++p) starts[p + 1]! += starts[p]!;
  const next = starts.slice();
  const members = new Uint32Array(triangles.length);
  triangles.forEach((point, c) => {
    members[next[point]!++] = c - (c % 3);
  });
  return { starts, members };
}
