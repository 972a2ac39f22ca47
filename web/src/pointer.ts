// What the pointer does on a plot: hovering shows values everywhere, a click moves the robot there, a drag zooms, a drag
// that begins at the line of the robot's time (or with shift, or by finger) takes that along, a double click shows all.

import type uPlot from 'uplot';
import type { Clock } from './clock';
import { element } from './dom';
import type { View } from './view';

const grip = 7; // px to either side of the line of the robot's time
const dragBegins = 5; // px

export function listenToPointer(u: uPlot, clock: Clock, view: View): void {
  const over = u.over;
  const box = element('div', { class: 'zoom-box', hidden: true });
  over.append(box);
  let start: { x: number; mode: 'click' | 'zoom' | 'scrub' } | null = null;

  const xOf = (event: PointerEvent): number => {
    const { left, width } = over.getBoundingClientRect();
    return Math.min(Math.max(event.clientX - left, 0), width);
  };
  const timeOf = (x: number): number => u.posToVal(x, 'x');
  const isAtNow = (x: number): boolean => Math.abs(x - u.valToPos(clock.time, 'x')) <= grip;

  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const x = xOf(event);
    start = { x, mode: 'click' };
    if (event.shiftKey || (event.pointerType === 'mouse' && isAtNow(x))) start.mode = 'scrub';
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener('pointermove', (event) => {
    const x = xOf(event);
    view.hover.set(timeOf(x));
    over.style.cursor = start?.mode === 'scrub' || isAtNow(x) ? 'ew-resize' : 'crosshair';
    if (!start) return;
    if (start.mode === 'click' && Math.abs(x - start.x) > dragBegins) {
      start.mode = event.pointerType === 'mouse' ? 'zoom' : 'scrub';
    }
    if (start.mode === 'scrub') {
      clock.pause();
      clock.set(timeOf(x));
    }
    box.hidden = start.mode !== 'zoom';
    box.style.left = `${Math.min(x, start.x)}px`;
    box.style.width = `${Math.abs(x - start.x)}px`;
  });
  const end = (event: PointerEvent): void => {
    const begun = start;
    start = null;
    box.hidden = true;
    if (!begun || event.type === 'pointercancel') return;
    const x = xOf(event);
    if (begun.mode === 'zoom') {
      view.zoom.set([timeOf(Math.min(x, begun.x)), timeOf(Math.max(x, begun.x))]);
    } else {
      clock.pause();
      clock.set(timeOf(x));
    }
  };
  over.addEventListener('pointerup', end);
  over.addEventListener('pointercancel', end);
  over.addEventListener('pointerleave', () => view.hover.set(null));
  over.addEventListener('dblclick', () => view.zoom.set(null));
}
