// A robot of which only the joints are known: rods from joint to joint and to the end effector. The shapes of the file have
// rods too, but as stiff as links are: these here stretch where a joint slides.

import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, Vector3 } from 'three';
import type { Scene } from './format';
import { numbersPerPose } from './poses';

const yAxis = new Vector3(0, 1, 0);

export class Rods {
  readonly root = new Group();
  readonly material = new MeshStandardMaterial({ roughness: 0.6 });
  private readonly rods: Mesh[] = [];
  private readonly balls: Mesh[] = [];
  private readonly toTip: Mesh;
  private readonly carrier: number;

  constructor(
    private readonly scene: Scene,
    tip: { times: Float64Array; path: Float32Array } | null,
  ) {
    this.material.userData.parity = 0;
    const radius = 0.0105 * scene.size;
    const rod = new CylinderGeometry(radius, radius, 1, 20);
    const ball = new SphereGeometry(1.25 * radius, 20, 14);
    for (const _ of scene.bodies) {
      this.rods.push(new Mesh(rod, this.material));
      this.balls.push(new Mesh(ball, this.material));
    }
    this.toTip = new Mesh(rod, this.material);
    this.root.add(...this.rods, ...this.balls, this.toTip);
    this.carrier = tip ? bodyOfTip(scene, tip.path) : -1;
  }

  setPoses(poses: Float32Array, tip: readonly [number, number, number] | null): void {
    const origin = (body: number): Vector3 => {
      const k = body * numbersPerPose;
      return new Vector3(poses[k]!, poses[k + 1]!, poses[k + 2]!);
    };
    this.scene.bodies.forEach((body, i) => {
      const to = origin(i);
      this.balls[i]!.position.copy(to);
      // The world and the steps of a free joint have no mass, and are no links.
      const isLink = body.mass > 0 && body.parent >= 0;
      this.balls[i]!.visible = isLink;
      stretch(this.rods[i]!, isLink ? origin(body.parent) : to, to);
    });
    if (tip && this.carrier >= 0) stretch(this.toTip, origin(this.carrier), new Vector3(...tip));
    else this.toTip.visible = false;
  }
}

function stretch(rod: Mesh, from: Vector3, to: Vector3): void {
  const along = to.clone().sub(from);
  const length = along.length();
  rod.visible = length > 1e-6;
  if (!rod.visible) return;
  rod.position.copy(from).addScaledVector(along, 0.5);
  rod.quaternion.setFromUnitVectors(yAxis, along.divideScalar(length));
  rod.scale.set(1, length, 1);
}

/** The body from which the tip keeps its distance at all times; of several the last, -1 if there is none. */
function bodyOfTip(scene: Scene, path: Float32Array): number {
  const { poses, times } = scene.motions[0]!;
  const row = numbersPerPose * scene.bodies.length;
  for (let body = scene.bodies.length - 1; body >= 0; --body) {
    let [least, most] = [Infinity, 0];
    for (let i = 0; i < times.length; i += Math.max(1, Math.floor(times.length / 50))) {
      const k = i * row + body * numbersPerPose;
      const distance = Math.hypot(...[0, 1, 2].map((n) => path[3 * i + n]! - poses[k + n]!));
      least = Math.min(least, distance);
      most = Math.max(most, distance);
    }
    if (most - least < 1e-4 * scene.size) return body;
  }
  return -1;
}
