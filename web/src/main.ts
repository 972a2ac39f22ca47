// The page: decodes the report that is in it, and puts its parts together.

import { cardView } from './cards';
import { Charts } from './charts';
import { Clock } from './clock';
import { parseReport } from './decode';
import { byId, element } from './dom';
import { Damaged } from './fields';
import { figuresView } from './figures';
import type { Report } from './format';
import { headView } from './head';
import { preparePrint } from './print';
import { SceneView, spansOf } from './scene';
import { tableView } from './tables';
import { Theme } from './theme';
import { Timeline } from './timeline';
import { View } from './view';

declare global {
  interface Window {
    /** For tests and for the curious: what the page shows. */
    appell: { state: () => object; setTime: (time: number) => void };
  }
}

function readReport(): Report {
  const json = document.getElementById('appell-report')?.textContent;
  const numbers = document.getElementById('appell-numbers')?.textContent;
  if (json == null || numbers == null)
    throw new Damaged('the page holds no data; reports are written by appell with --report');
  return parseReport(json, numbers);
}

function sceneView(report: Report, clock: Clock, theme: Theme): { view: SceneView | null; root: HTMLElement | null } {
  if (!report.scene) return { view: null, root: null };
  try {
    const view = new SceneView(report.scene, report, clock, theme);
    return { view, root: view.root };
  } catch (error) {
    const note = element(
      'section',
      { class: 'scene no-scene', 'aria-label': 'Robot' },
      element(
        'p',
        { class: 'note' },
        'This browser shows no 3D (WebGL), so the robot is not drawn. Plots and tables are complete.',
      ),
      element('p', { class: 'note' }, String(error instanceof Error ? error.message : error)),
    );
    return { view: null, root: note };
  }
}

function show(report: Report): void {
  const theme = new Theme();
  const clock = new Clock(report.range);
  const view = new View();
  document.title = `${report.title} – report`;

  const page = byId('page');
  page.replaceChildren(headView(report, theme));
  const main = element('main');
  const side = element('div', { class: 'side' });
  const flow = element('div', { class: 'flow' });
  const paper = element('div', { class: 'paper' });
  // What many items say comes before the motion of one of them.
  if (report.figures.length > 0) {
    page.append(element('div', { class: 'flow' }, ...report.figures.map(figuresView)));
  }
  page.append(main);

  const scene = sceneView(report, clock, theme);
  if (scene.root) {
    side.append(scene.root);
    main.append(side);
  }
  main.append(flow);
  main.classList.toggle('one-column', !scene.root);
  const charts = new Charts(report, { clock, theme, view });
  if (report.groups.length > 0) flow.append(charts.root);
  flow.append(paper);
  // Tables are wide: they have the whole page.
  const below = element('div', { class: 'flow' });
  page.append(below);
  below.append(...report.tables.map((table) => tableView(table, clock)));
  if (report.cards.length > 0) below.append(element('div', { class: 'cards' }, ...report.cards.map(cardView)));
  charts.onColours((colours) => scene.view?.setJointColours(colours));
  page.after(new Timeline(clock, view, spansOf(report, null)).root);
  preparePrint(paper, theme, charts, scene.view);

  window.appell = {
    setTime: (time) => clock.set(time),
    state: () => ({
      time: clock.time,
      isPlaying: clock.isPlaying,
      hover: view.hover.value,
      zoom: view.zoom.value,
      mode: theme.mode,
      scene: scene.view ? { drawn: scene.view.drawn, poses: [...scene.view.shownPoses] } : null,
      ...charts.shown,
    }),
  };
}

try {
  show(readReport());
} catch (error) {
  if (!(error instanceof Damaged)) console.error(error);
  const reason = error instanceof Error ? error.message : String(error);
  byId('page').replaceChildren(
    element(
      'div',
      { class: 'damaged', role: 'alert' },
      element('h1', {}, 'This report cannot be shown'),
      element('p', {}, reason[0]!.toUpperCase() + reason.slice(1) + '.'),
      element('p', {}, 'Write it again with appell, and copy the file whole.'),
    ),
  );
}
