// How large the scene is, and what of it the camera must see.

import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Body, Pose, Scene, Shape } from './format';
import { numbersPerPose } from './poses';

export interface Bounds {
  whole: Box3;
  /** Points that the camera sees at first, x, y, z each; relative to the body that it follows, if it does. */
  seen: number[];
  /** The body that the camera goes along with, of a robot that goes far; else `null`. */
  followed: number | null;
}

export function boundsOf(scene: Scene): Bounds {
  const corners = scene.bodies.map((body) => cornersOf(body));
  const paths = scene.motions.flatMap((motion) => (motion.tip ? [...motion.tip.path] : []));
  const all: number[] = [];
  const point = new Vector3();
  const put = (body: number, pose: Matrix4, out: number[], from?: Vector3): void => {
    for (const corner of corners[body]!) {
      point.copy(corner).applyMatrix4(pose);
      if (from) point.sub(from);
      out.push(point.x, point.y, point.z);
    }
  };
  forSomePoses(scene, (body, pose) => put(body, pose, all));
  all.push(...paths);
  if (all.length === 0) all.push(0, 0, 0);
  const whole = new Box3().setFromArray(all);

  const { body, travel } = steadiest(scene);
  const around: number[] = [];
  if (body !== null) {
    const at = new Vector3();
    // The world and other bodies without mass are no part of what moves.
    forSomePoses(scene, (other, pose, origins) => {
      at.fromArray(origins, numbersPerPose * body);
      if (scene.bodies[other]!.mass > 0) put(other, pose, around, at);
    });
  }
  const isFollowed = around.length > 0 && travel > 0.4 * lengthOf(new Box3().setFromArray(around));
  if (!isFollowed && whole.min.z > 0) whole.min.z = 0;
  return {
    whole: whole.expandByScalar(0.02 * Math.max(scene.size, 1e-3)),
    seen: isFollowed ? around : all,
    followed: isFollowed ? body : null,
  };
}

export interface Fit {
  /** Where the camera is: along `right` and `up`, and away from the origin. */
  right: number;
  up: number;
  away: number;
}

/**
 * The nearest place from which a camera that looks against `away` sees all points: with a point at (r, u, a) along right,
 * up and away, and s the slope of the picture's edge, |r - right| <= s (away - a), and likewise for u.
 * @param slopes  up and down may differ: what lies over an edge of the picture hides nothing then
 */
export function fitted(
  points: readonly number[],
  axes: { right: Vector3; up: Vector3; away: Vector3 },
  slopes: { right: number; up: number; down: number },
): Fit {
  const most = { left: -Infinity, right: -Infinity, down: -Infinity, up: -Infinity };
  const at = new Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    at.fromArray(points as number[], i);
    const [r, u, a] = [at.dot(axes.right), at.dot(axes.up), at.dot(axes.away)];
    most.right = Math.max(most.right, r + slopes.right * a);
    most.left = Math.max(most.left, -r + slopes.right * a);
    most.up = Math.max(most.up, u + slopes.up * a);
    most.down = Math.max(most.down, -u + slopes.down * a);
  }
  const away = Math.max(
    (most.right + most.left) / (2 * slopes.right),
    (most.up + most.down) / (slopes.up + slopes.down),
  );
  return {
    right: (most.right - most.left) / 2,
    up: (most.up - most.down + (slopes.down - slopes.up) * away) / 2,
    away,
  };
}

/** Calls with each body and its pose at some instants of each motion; `origins` are the poses of all bodies then. */
function forSomePoses(scene: Scene, act: (body: number, pose: Matrix4, origins: Float32Array) => void): void {
  const pose = new Matrix4();
  const row = numbersPerPose * scene.bodies.length;
  for (const { times, poses } of scene.motions) {
    const every = Math.max(1, Math.floor(times.length / 60));
    for (let i = 0; i < times.length; i += every) {
      const origins = poses.subarray(i * row, (i + 1) * row);
      for (let body = 0; body < scene.bodies.length; ++body) {
        setPose(pose, origins.subarray(numbersPerPose * body));
        act(body, pose, origins);
      }
    }
  }
}

/** The body with a mass that moves about least, and how far it does. */
function steadiest(scene: Scene): { body: number | null; travel: number } {
  const ways = scene.bodies.map(() => new Box3());
  forSomePoses(scene, (body, pose) => ways[body]!.expandByPoint(new Vector3().setFromMatrixPosition(pose)));
  let found: { body: number | null; travel: number } = { body: null, travel: 0 };
  ways.forEach((way, body) => {
    if (scene.bodies[body]!.mass > 0 && (found.body === null || lengthOf(way) < found.travel))
      found = { body, travel: lengthOf(way) };
  });
  return found;
}

function lengthOf(box: Box3): number {
  return box.getSize(new Vector3()).length();
}

function setPose(matrix: Matrix4, numbers: ArrayLike<number>): void {
  const [x, y, z, qx, qy, qz, qw] = Array.from({ length: numbersPerPose }, (_, i) => numbers[i]!) as Pose;
  matrix.compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw), new Vector3(1, 1, 1));
}

/** Corners of boxes around the shapes of a body, in its frame; without shapes its origin. */
function cornersOf(body: Body): Vector3[] {
  const pose = new Matrix4();
  if (body.shapes.length === 0) return body.mass > 0 ? [new Vector3()] : [];
  return body.shapes.flatMap((shape) => {
    setPose(pose, shape.pose);
    const box = boxOfShape(shape);
    return Array.from({ length: 8 }, (_, corner) =>
      new Vector3(
        ...(['x', 'y', 'z'] as const).map((axis, bit) => box[corner & (1 << bit) ? 'max' : 'min'][axis]),
      ).applyMatrix4(pose),
    );
  });
}

function boxOfShape(shape: Shape): Box3 {
  const half = new Vector3();
  if (shape.kind === 'mesh') return new Box3().setFromArray(shape.points);
  if (shape.kind === 'box') half.set(...shape.size).multiplyScalar(0.5);
  else if (shape.kind === 'sphere') half.setScalar(shape.radius);
  else half.set(shape.radius, shape.radius, shape.length / 2 + (shape.kind === 'capsule' ? shape.radius : 0));
  return new Box3(half.clone().negate(), half);
}
