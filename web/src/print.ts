// On paper: everything in light colours, the plots of all groups, the robot as a still.

import type { Charts } from './charts';
import { element } from './dom';
import type { SceneView } from './scene';
import type { Theme } from './theme';

export function preparePrint(place: HTMLElement, theme: Theme, charts: Charts, scene: SceneView | null): void {
  let panels: { destroy(): void }[] = [];
  let isPaper = false;
  const set = (next: boolean): void => {
    if (next === isPaper) return;
    isPaper = next;
    theme.setPaper(next);
    scene?.setPaper(next);
    for (const panel of panels) panel.destroy();
    panels = [];
    place.replaceChildren();
    for (const details of document.querySelectorAll('details')) details.open = next;
    document.documentElement.classList.toggle('on-paper', next);
    if (!next) return;
    for (const group of charts.allPanels()) {
      const grid = element('div', { class: 'panels' });
      place.append(element('h2', {}, group.title), grid);
      for (const panel of group.panels) {
        grid.append(panel.root);
        panel.draw();
        panels.push(panel);
      }
    }
  };
  addEventListener('beforeprint', () => set(true));
  addEventListener('afterprint', () => set(false));
  matchMedia('print').addEventListener('change', (event) => set(event.matches));
}
