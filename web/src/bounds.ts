// How large the scene is, and what of it the camera must see.

import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Body, Pose, Scene, Shape } from './format';
import { numbersPerPose } from './poses';

export interface Bounds {
  whole: Box3;
  /** What the camera sees at first; relative to the body that it follows, if it does. */
  seen: Box3;
  /** The body that the camera goes along with, of a robot that goes far; else `null`. */
  followed: number | null;
}

export function boundsOf(scene: Scene): Bounds {
  const whole = new Box3();
  const boxes = scene.bodies.map(boxOf);
  const point = new Vector3();
  forSomePoses(scene, (body, pose) => whole.union(boxes[body]!.clone().applyMatrix4(pose)));
  for (const motion of scene.motions) {
    if (motion.tip) whole.union(new Box3().setFromArray(motion.tip.path));
  }
  if (whole.isEmpty()) whole.expandByPoint(point.set(0, 0, 0));
  const margin = 0.02 * Math.max(scene.size, 1e-3);

  const { body, travel } = steadiest(scene);
  const around = new Box3();
  if (body !== null) {
    const at = new Vector3();
    // The world and other bodies without mass are no part of what moves.
    forSomePoses(scene, (other, pose, origins) => {
      at.fromArray(origins, numbersPerPose * body);
      if (scene.bodies[other]!.mass > 0)
        around.union(boxes[other]!.clone().applyMatrix4(pose).translate(at.clone().negate()));
    });
  }
  const followed = !around.isEmpty() && travel > 0.4 * lengthOf(around) ? body : null;
  if (followed === null && whole.min.z > 0) whole.min.z = 0;
  return {
    whole: whole.expandByScalar(margin),
    seen: (followed === null ? whole.clone() : around).expandByScalar(margin),
    followed,
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

/** Around the origin of a body and its shapes, in its frame. */
function boxOf(body: Body): Box3 {
  const box = new Box3(new Vector3(), new Vector3());
  const pose = new Matrix4();
  for (const shape of body.shapes) {
    setPose(pose, shape.pose);
    box.union(boxOfShape(shape).applyMatrix4(pose));
  }
  return box;
}

function boxOfShape(shape: Shape): Box3 {
  const half = new Vector3();
  if (shape.kind === 'mesh') return new Box3().setFromArray(shape.points);
  if (shape.kind === 'box') half.set(...shape.size).multiplyScalar(0.5);
  else if (shape.kind === 'sphere') half.setScalar(shape.radius);
  else half.set(shape.radius, shape.radius, shape.length / 2 + (shape.kind === 'capsule' ? shape.radius : 0));
  return new Box3(half.clone().negate(), half);
}
