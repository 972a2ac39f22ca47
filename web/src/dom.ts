// Elements of the page. Text goes in as text only: names of a model may hold anything.

type Attributes = Record<string, string | number | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === 'class') made.className = String(value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

export function button(text: string, attributes: Attributes, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** A button that is on or off. */
export function toggle(
  text: string,
  isOn: boolean,
  attributes: Attributes,
  onChange: (isOn: boolean) => void,
): HTMLButtonElement {
  const made = button('', { 'aria-pressed': String(isOn), title: text, ...attributes }, () => {
    const next = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(next));
    onChange(next);
  });
  made.append(element('span', { class: 'cut' }, text));
  return made;
}

export function choice(
  label: string,
  options: readonly string[],
  chosen: number,
  onChange: (index: number) => void,
): HTMLLabelElement {
  const select = element(
    'select',
    {},
    ...options.map((text, i) => {
      const option = element('option', { value: i }, text);
      option.selected = i === chosen;
      return option;
    }),
  );
  select.addEventListener('change', () => onChange(select.selectedIndex));
  return element('label', { class: 'choice' }, element('span', {}, label), select);
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element '${id}'`);
  return found;
}
