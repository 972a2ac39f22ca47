// The robot in the scene: its bodies, and in layers what can be laid over them.

import {
  AxesHelper,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
  type Material,
} from 'three';
import type { Body, Scene, Shape } from './format';
import { cornersOf } from './normals';
import { numbersPerPose } from './poses';
import { Rods } from './rods';

export type Layer = 'shapes' | 'masses' | 'ellipsoids' | 'axes' | 'frames';

const zAxis = new Vector3(0, 0, 1);
const yAxis = new Vector3(0, 1, 0);

export class Robot {
  readonly root = new Group();
  private readonly bodies: Group[];
  private readonly layers: Record<Layer, Object3D[]> = { shapes: [], masses: [], ellipsoids: [], axes: [], frames: [] };
  private readonly skin: MeshStandardMaterial[] = [];
  private readonly axisMaterials = new Map<string, MeshStandardMaterial>();
  private readonly rods: Rods | null;

  constructor(
    private readonly scene: Scene,
    tips: readonly ({ times: Float64Array; path: Float32Array } | null)[],
  ) {
    this.bodies = scene.bodies.map(() => new Group());
    this.root.add(...this.bodies);
    const heaviest = Math.max(...scene.bodies.map((body) => body.mass), 1e-9);
    scene.bodies.forEach((body, i) => this.addBody(body, this.bodies[i]!, i, heaviest));
    for (const joint of scene.joints)
      this.addAxis(joint.name, joint.kind, new Vector3(...joint.axis), this.bodies[joint.body]!);
    this.rods = scene.drawn === 'axes' ? new Rods(scene, tips[0] ?? null) : null;
    if (this.rods) {
      this.root.add(this.rods.root);
      this.layers.shapes.push(this.rods.root);
      this.skin.push(this.rods.material);
    }
  }

  setPoses(poses: Float32Array, tip: readonly [number, number, number] | null): void {
    this.bodies.forEach((body, i) => {
      const k = i * numbersPerPose;
      body.position.set(poses[k]!, poses[k + 1]!, poses[k + 2]!);
      body.quaternion.set(poses[k + 3]!, poses[k + 4]!, poses[k + 5]!, poses[k + 6]!);
    });
    this.rods?.setPoses(poses, tip);
  }

  show(layer: Layer, isOn: boolean): void {
    for (const object of this.layers[layer]) object.visible = isOn;
  }

  /** Bodies that one can see through, so that what is inside them shows. */
  setGlass(isGlass: boolean): void {
    for (const material of this.skin) {
      material.transparent = isGlass;
      material.opacity = isGlass ? 0.28 : 1;
      material.depthWrite = !isGlass;
      material.needsUpdate = true;
    }
  }

  /** Axes have the colours that their joints have in the plots; others stay grey. */
  setJointColours(colours: ReadonlyMap<string, string>, other: string): void {
    for (const [name, material] of this.axisMaterials) material.color.set(colours.get(name) ?? other);
  }

  /** Colours of bodies for which the model gives none. */
  setBodyColours(even: string, odd: string): void {
    for (const material of this.skin) {
      const parity = material.userData.parity as number | undefined;
      if (parity !== undefined) material.color.set(parity === 0 ? even : odd);
    }
  }

  private addBody(body: Body, place: Group, index: number, heaviest: number): void {
    const { size } = this.scene;
    const own = new Map<string, MeshStandardMaterial>();
    for (const shape of body.shapes) {
      const key = shape.colour?.join() ?? '';
      let material = own.get(key);
      if (!material) {
        material = skinOf(shape, index);
        own.set(key, material);
        this.skin.push(material);
      }
      const mesh = new Mesh(geometryOf(shape), material);
      const [x, y, z, qx, qy, qz, qw] = shape.pose;
      mesh.position.set(x, y, z);
      mesh.quaternion.set(qx, qy, qz, qw);
      // Cylinders and capsules of three.js are along y, ours along z.
      if (shape.kind === 'cylinder' || shape.kind === 'capsule') mesh.quaternion.multiply(turnYToZ);
      this.add('shapes', place, mesh);
    }
    if (body.mass > 0) {
      const radius = Math.max(0.028 * size * Math.cbrt(body.mass / heaviest), 0.004 * size);
      const ball = new Mesh(unitSphere, massMaterial);
      ball.scale.setScalar(radius);
      ball.position.set(...body.com);
      ball.renderOrder = 3;
      this.add('masses', place, ball);
    }
    if (body.ellipsoid) {
      const solid = new Mesh(unitSphere, ellipsoidMaterial);
      solid.scale.set(...body.ellipsoid.half);
      solid.position.set(...body.com);
      solid.quaternion.set(...body.ellipsoid.rotation);
      solid.renderOrder = 2;
      this.add('ellipsoids', place, solid);
    }
    const frame = new AxesHelper(0.08 * size);
    frame.renderOrder = 4;
    (frame.material as Material).depthTest = false; // Most frames are inside a shape.
    this.add('frames', place, frame);
  }

  private addAxis(name: string, kind: 'turn' | 'slide', axis: Vector3, place: Group): void {
    const { size } = this.scene;
    // Where only joints are known, their markers are the robot, and cover the grey ones of the file.
    const radius = (this.scene.drawn === 'axes' ? 0.036 : 0.015) * size;
    const material = new MeshStandardMaterial({ roughness: 0.55 });
    this.axisMaterials.set(name, material);
    const marker = new Group();
    marker.quaternion.setFromUnitVectors(yAxis, axis.lengthSq() > 0 ? axis.normalize() : zAxis);
    // A disc for a joint that turns, a block for one that slides, both with a pin along the axis.
    const core =
      kind === 'turn'
        ? new CylinderGeometry(radius, radius, 2.7 * radius, 28)
        : new BoxGeometry(1.95 * radius, 3.5 * radius, 1.95 * radius);
    const pin = new CylinderGeometry(0.14 * radius, 0.14 * radius, 6 * radius, 12);
    for (const geometry of [core, pin]) {
      const mesh = new Mesh(geometry, material);
      // In front of the skin, so that joints inside a mesh can be found.
      mesh.renderOrder = 1;
      marker.add(mesh);
    }
    this.add('axes', place, marker);
  }

  private add(layer: Layer, place: Group, object: Object3D): void {
    place.add(object);
    this.layers[layer].push(object);
  }
}

const unitSphere = new SphereGeometry(1, 28, 18);
const turnYToZ = new Quaternion().setFromUnitVectors(yAxis, zAxis);
const massMaterial = new MeshBasicMaterial({ color: '#d8457a', depthTest: false, transparent: true, opacity: 0.9 });
const ellipsoidMaterial = new MeshStandardMaterial({
  color: '#7a5bd6',
  transparent: true,
  opacity: 0.42,
  depthWrite: false,
  roughness: 0.6,
});

function skinOf(shape: Shape, body: number): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.05 });
  if (shape.colour) material.color = new Color().setRGB(...shape.colour, 'srgb');
  else material.userData.parity = body % 2;
  return material;
}

function geometryOf(shape: Shape): BufferGeometry {
  switch (shape.kind) {
    case 'mesh': {
      const { positions, normals } = cornersOf(shape.points, shape.triangles);
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('normal', new BufferAttribute(normals, 3));
      return geometry;
    }
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'sphere':
      return new SphereGeometry(shape.radius, 32, 20);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 36);
    case 'capsule':
      return new CapsuleGeometry(shape.radius, shape.length, 8, 28);
  }
}
