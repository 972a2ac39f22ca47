// Cards: the model, the verification, what was used.

import { element } from './dom';
import type { Card } from './format';

export function cardView(card: Card): HTMLElement {
  const title = element('h2', {}, card.title);
  if (card.state) {
    const isGood = card.state === 'good';
    title.append(
      element(
        'span',
        { class: `state ${card.state}`, role: 'img', 'aria-label': isGood ? 'good' : 'not good' },
        isGood ? '✓' : '!',
      ),
    );
  }
  const list = element('dl');
  for (const [label, text] of card.rows) {
    list.append(element('div', {}, element('dt', {}, label), element('dd', {}, text)));
  }
  const made = element('section', { class: `card ${card.state}` }, title, list);
  if (card.notes.length > 0)
    made.append(element('ul', { class: 'notes' }, ...card.notes.map((note) => element('li', {}, note))));
  return made;
}
