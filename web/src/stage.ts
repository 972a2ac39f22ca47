// Where the robot stands: floor, light, camera, and a picture drawn only when something has changed.

import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { fitted } from './bounds';

const footer = 52; // px at the foot of the picture where the colours of the path are explained
const edge = 0.92; // of the picture that the robot fills

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 100);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly bounds: Sphere;
  /** The ground, or the lowest point of a robot that hangs below it. */
  private readonly floor: number;
  private readonly focus = new Vector3();
  private grid: GridHelper | null = null;
  private isAsked = false;
  /** Nobody has moved the camera: it is fitted anew to a picture of another size. */
  private isAsAtFirst = true;
  /** Pictures drawn so far. */
  drawn = 0;

  /**
   * Throws where the browser has no WebGL.
   * @param whole what the floor lies under
   * @param seen points that the camera sees at first, around the point that it follows
   */
  constructor(
    private readonly place: HTMLElement,
    whole: Box3,
    private readonly seen: readonly number[],
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: false });
    // Asking for errors of shaders would wait for the graphics card; ours are those of three.js.
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const canvas = this.renderer.domElement;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'The robot in 3D; drag to turn, wheel to zoom');
    canvas.addEventListener('webglcontextrestored', () => this.ask());
    place.append(canvas);
    this.bounds = whole.getBoundingSphere(new Sphere());
    this.bounds.radius = Math.max(this.bounds.radius, 1e-3);
    // The box has a margin: a robot that stands on the ground is not below it.
    this.floor = whole.min.z < -0.08 * this.bounds.radius ? whole.min.z : 0;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.ask());
    this.controls.addEventListener('start', () => (this.isAsAtFirst = false));
    this.addLights();
    new ResizeObserver(() => this.resize()).observe(place);
    this.reset();
    this.resize();
  }

  /** The picture is drawn with the next frame, once, however often it is asked for. */
  ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
    });
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
    ++this.drawn;
  }

  /** For paper, where a canvas would stay empty. */
  picture(): string {
    this.draw();
    return this.renderer.domElement.toDataURL('image/png');
  }

  /** The camera goes along with a point. */
  follow(point: Vector3): void {
    const step = point.clone().sub(this.focus);
    this.focus.copy(point);
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.controls.update();
    this.ask();
  }

  /** All points fill the picture. */
  reset(): void {
    const away = new Vector3(1, -1.15, 0.55).normalize();
    const right = new Vector3().crossVectors(this.camera.up, away).normalize();
    const up = new Vector3().crossVectors(away, right);
    const slope = edge * Math.tan((this.camera.fov * Math.PI) / 360);
    const hidden = Math.min(0.4, (2 * footer) / Math.max(this.place.clientHeight, 1));
    const fit = fitted(
      this.seen,
      { right, up, away },
      { right: slope * this.camera.aspect, up: slope, down: slope * (1 - hidden) },
    );
    const middle = new Box3()
      .setFromArray(this.seen as number[])
      .getCenter(new Vector3())
      .dot(away);
    const distance = Math.max(fit.away - middle, 1e-3);
    const target = new Vector3().addScaledVector(right, fit.right).addScaledVector(up, fit.up);
    target.addScaledVector(away, middle).add(this.focus);
    this.camera.position.copy(target).addScaledVector(away, distance);
    this.camera.near = distance / 100;
    this.camera.far = distance * 20 + 4 * this.bounds.radius;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(target);
    this.controls.update();
    this.isAsAtFirst = true;
    this.ask();
  }

  setColours(background: string, grid: string): void {
    this.scene.background = new Color(background);
    if (this.grid) this.scene.remove(this.grid);
    // Squares of 1, 2 or 5 times a power of ten, so that they can be counted.
    const { center, radius } = this.bounds;
    const raw = radius / 4;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw)!;
    const count = 2 * Math.ceil((1.6 * radius) / step);
    this.grid = new GridHelper(count * step, count, grid, grid);
    this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(Math.round(center.x / step) * step, Math.round(center.y / step) * step, this.floor);
    this.scene.add(this.grid);
    this.ask();
  }

  private addLights(): void {
    const { center, radius } = this.bounds;
    const above = new HemisphereLight('#ffffff', '#9aa3b5', 1.5);
    above.position.set(0, 0, 1);
    const key = new DirectionalLight('#ffffff', 2.0);
    key.position.copy(center).add(new Vector3(1.2, -0.8, 2).multiplyScalar(radius));
    key.target.position.copy(center);
    const fill = new DirectionalLight('#dfe8ff', 0.7);
    fill.position.copy(center).add(new Vector3(-1.5, -1, 0.6).multiplyScalar(radius));
    fill.target.position.copy(center);
    this.scene.add(above, key, key.target, fill, fill.target, new AmbientLight('#ffffff', 0.25));
  }

  private resize(): void {
    const width = this.place.clientWidth;
    const height = this.place.clientHeight;
    const size = this.renderer.getSize(new Vector2());
    if (width === 0 || height === 0 || (size.x === width && size.y === height)) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.isAsAtFirst) this.reset();
    // A canvas is empty after it got a new size; before the first picture it is empty anyway.
    if (this.drawn > 0) this.draw();
    else this.ask();
  }
}
