// How large the scene is, and what of it the camera must see.

import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Body, Pose, Scene, Shape } from './format';
import { numbersPerPose } from './poses';

export interface Bounds {
  whole: Box3;
  /** What the camera sees at first; relative to the first body if the robot travels. */
  seen: Box3;
  /** The robot goes so far that the camera should go along. */
  travels: boolean;
}

export function boundsOf(scene: Scene): Bounds {
  const whole = new Box3();
  const robot = new Box3(); // around the first body
  const roots = new Box3();
  const boxes = scene.bodies.map(boxOf);
  const pose = new Matrix4();
  const point = new Vector3();
  const root = new Vector3();
  for (const motion of scene.motions) {
    const every = Math.max(1, Math.floor(motion.times.length / 60));
    for (let i = 0; i < motion.times.length; i += every) {
      const row = numbersPerPose * i * scene.bodies.length;
      root.fromArray(motion.poses, row);
      roots.expandByPoint(root);
      scene.bodies.forEach((_, body) => {
        setPose(pose, motion.poses.subarray(row + numbersPerPose * body));
        const box = boxes[body]!.clone().applyMatrix4(pose);
        whole.union(box);
        robot.union(box.translate(root.clone().negate()));
      });
      if (motion.tip) whole.expandByPoint(point.fromArray(motion.tip.path, 3 * i));
    }
  }
  if (whole.isEmpty()) whole.expandByPoint(point.set(0, 0, 0));
  const travels = !robot.isEmpty() && lengthOf(roots) > 0.5 * lengthOf(robot);
  if (!travels && whole.min.z > 0) whole.min.z = 0;
  const least = 0.02 * Math.max(scene.size, 1e-3);
  return { whole: whole.expandByScalar(least), seen: (travels ? robot : whole.clone()).expandByScalar(least), travels };
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
