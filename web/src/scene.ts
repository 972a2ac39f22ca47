// The robot in 3D along the motion, with the choices of what is shown.

import { Vector3 } from 'three';
import { boundsOf } from './bounds';
import type { Clock } from './clock';
import { css, scaleColour } from './colours';
import { button, choice, element, toggle } from './dom';
import type { Report, Scene, Span } from './format';
import { unionOfSpans } from './lines';
import { readable } from './numbers';
import { Path } from './path';
import { numbersPerPose, pointAt, posesAt } from './poses';
import { Robot, type Layer } from './robot';
import { Stage } from './stage';
import type { Theme } from './theme';

const layers: { layer: Layer; title: string }[] = [
  { layer: 'shapes', title: 'shapes' },
  { layer: 'masses', title: 'centres of mass' },
  { layer: 'ellipsoids', title: 'inertia ellipsoids' },
  { layer: 'axes', title: 'joint axes' },
  { layer: 'frames', title: 'frames' },
];

export class SceneView {
  readonly root = element('section', { class: 'scene', 'aria-label': 'Robot' });
  private readonly place = element('div', { class: 'stage' });
  private readonly still = element('img', { class: 'still', alt: 'The robot', hidden: true });
  private readonly bar = element('div', { class: 'colour-bar' });
  private readonly poses: Float32Array;
  private readonly stage: Stage;
  private readonly robot: Robot;
  private readonly paths: Path[];
  private readonly on: Record<Layer, boolean>;
  private readonly followed: number | null;
  private motion = 0;
  private colouring = 0;
  private colours: ReadonlyMap<string, string> = new Map();

  /** Throws where the browser has no WebGL. */
  constructor(
    private readonly scene: Scene,
    report: Report,
    private readonly clock: Clock,
    private readonly theme: Theme,
  ) {
    this.poses = new Float32Array(numbersPerPose * scene.bodies.length);
    this.on = { shapes: true, masses: false, ellipsoids: false, axes: scene.drawn === 'axes', frames: false };
    const bounds = boundsOf(scene);
    this.followed = bounds.followed;
    this.stage = new Stage(this.place, bounds.whole, bounds.seen);
    const tips = scene.motions.map((motion) => (motion.tip ? { times: motion.times, path: motion.tip.path } : null));
    this.robot = new Robot(scene, tips);
    this.paths = scene.motions.map((motion, i) => new Path(motion, scene.size, spansOf(report, i)));
    this.stage.scene.add(this.robot.root, ...this.paths.map((path) => path.root));
    for (const { layer } of layers) this.robot.show(layer, this.on[layer]);
    this.root.append(this.place, this.still, this.controls());
    this.place.append(
      this.bar,
      button('⟲', { class: 'quiet home', title: 'Camera as at first', 'aria-label': 'Camera as at first' }, () =>
        this.stage.reset(),
      ),
    );
    if (scene.note) this.root.append(element('p', { class: 'note' }, scene.note));
    clock.onTime(() => this.update());
    theme.onChange(() => this.retheme());
    this.retheme();
    this.update();
  }

  get drawn(): number {
    return this.stage.drawn;
  }

  /** x, y, z, qx, qy, qz, qw of each body as they are shown. */
  get shownPoses(): Float32Array {
    return this.poses;
  }

  setJointColours(colours: ReadonlyMap<string, string>): void {
    this.colours = colours;
    this.robot.setJointColours(colours, this.theme.colour('--soft'));
    this.stage.ask();
  }

  /** A still in place of the canvas. */
  setPaper(isPaper: boolean): void {
    if (isPaper) this.still.src = this.stage.picture();
    this.still.hidden = !isPaper;
    if (isPaper) this.still.after(this.bar);
    else this.place.append(this.bar);
    this.place.classList.toggle('on-paper', isPaper);
  }

  private update(): void {
    const motion = this.scene.motions[this.motion];
    if (!motion) return;
    posesAt(motion, this.clock.time, this.poses);
    const tip = motion.tip ? pointAt(motion.times, motion.tip.path, this.clock.time) : null;
    this.robot.setPoses(this.poses, tip);
    if (tip) this.paths[this.motion]!.moveTip(tip);
    if (this.followed !== null) this.stage.follow(new Vector3().fromArray(this.poses, numbersPerPose * this.followed));
    this.stage.ask();
  }

  private retheme(): void {
    const of = (name: string): string => this.theme.colour(name);
    this.stage.setColours(of('--stage'), of('--floor'));
    this.robot.setBodyColours(of('--body'), of('--body-other'));
    this.robot.setJointColours(this.colours, of('--soft'));
    for (const path of this.paths) path.setInks(of('--ink'), of('--soft'), of('--bad'));
    this.recolour();
  }

  private recolour(): void {
    const { mode } = this.theme;
    this.paths.forEach((path, i) => path.setShown(i === this.motion));
    const scale = this.paths[this.motion]?.colour(this.colouring, mode);
    const colouring = this.scene.motions[this.motion]?.tip?.colours[this.colouring];
    this.bar.hidden = !scale || !colouring;
    if (scale && colouring) {
      const stops = Array.from({ length: 9 }, (_, i) => css(scaleColour(mode, i / 8))).join(', ');
      const ramp = element('div', { class: 'ramp' });
      ramp.style.background = `linear-gradient(to right, ${stops})`;
      const unit = colouring.unit ? ` in ${colouring.unit}` : '';
      this.bar.replaceChildren(
        element('div', { class: 'bar-title' }, `${colouring.title}${unit}`),
        ramp,
        element(
          'div',
          { class: 'bar-ends' },
          element('span', {}, readable(isNothing(scale.low, scale.high) ? 0 : scale.low)),
          element('span', {}, readable(scale.high)),
        ),
      );
    }
    this.stage.ask();
  }

  private controls(): HTMLElement {
    const { motions } = this.scene;
    const chips = element('div', { class: 'chips', role: 'group', 'aria-label': 'Layers' });
    for (const { layer, title } of layers) {
      chips.append(
        toggle(title, this.on[layer], { class: 'chip' }, (isOn) => {
          this.on[layer] = isOn;
          this.robot.show(layer, isOn);
          const isInside = this.on.masses || this.on.ellipsoids || (this.on.axes && this.scene.drawn !== 'axes');
          this.robot.setGlass(isInside);
          this.stage.ask();
        }),
      );
    }
    if (motions.some((motion) => motion.tip)) {
      chips.append(
        toggle('path', true, { class: 'chip' }, (isOn) => {
          for (const path of this.paths) path.root.visible = isOn;
          this.stage.ask();
        }),
      );
    }
    const choices = element('div', { class: 'choices' });
    if (motions.length > 1) {
      choices.append(
        choice(
          'Motion',
          motions.map((motion) => motion.name),
          0,
          (i) => {
            this.motion = i;
            this.recolour();
            this.update();
          },
        ),
      );
    }
    const colourings = motions[0]?.tip?.colours ?? [];
    if (colourings.length > 1) {
      choices.append(
        choice(
          'Path shows',
          colourings.map((c) => c.title),
          0,
          (i) => {
            this.colouring = i;
            this.recolour();
          },
        ),
      );
    }
    return element('div', { class: 'controls' }, chips, choices);
  }
}

/** Next to nothing beside another value, and so zero on a scale that goes there. */
function isNothing(value: number, beside: number): boolean {
  return Math.abs(value) < 1e-5 * Math.abs(beside);
}

/** Times at which the motion is beyond a limit of any plot. */
export function spansOf(report: Report, motion: number | null): Span[] {
  const lines = report.groups.flatMap((group) => group.charts.flatMap((chart) => chart.lines));
  return unionOfSpans(
    lines
      .filter((line) => motion === null || line.motion === null || line.motion === motion)
      .flatMap((line) => line.beyond.map(([from, to]): Span => [from, to])),
  );
}
