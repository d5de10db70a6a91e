/** What a new element gets: text attributes, and `on…` for what it listens to. */
export type Properties = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;
export type Child = Node | string;

/** A new element. Text never becomes markup. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
};

/** The element of the document with this id. */
export const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
};
