// Tabs that the keyboard moves between as people expect: arrows, home and end.

import { element } from './dom';

export interface Tab {
  title: string;
  /** How many lines are beyond a limit there. */
  alarms: number;
}

export function tabList(
  label: string,
  tabs: readonly Tab[],
  chosen: number,
  onChoose: (index: number) => void,
): HTMLElement {
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const buttons = tabs.map((tab, i) => {
    const made = element('button', { type: 'button', role: 'tab', 'aria-controls': 'panels' }, tab.title);
    if (tab.alarms > 0) {
      made.append(element('span', { class: 'alarm', title: `${tab.alarms} beyond limits` }, String(tab.alarms)));
    }
    made.addEventListener('click', () => choose(i));
    return made;
  });
  const mark = (index: number): void =>
    buttons.forEach((made, i) => {
      made.setAttribute('aria-selected', String(i === index));
      made.tabIndex = i === index ? 0 : -1;
    });
  const choose = (index: number): void => {
    mark(index);
    buttons[index]!.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    onChoose(index);
  };
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const last = buttons.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next);
    buttons[next]!.focus();
  });
  mark(chosen);
  list.append(...buttons);
  return list;
}
