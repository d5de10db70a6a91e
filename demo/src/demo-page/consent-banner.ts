import { element } from './element.ts';

/** The permissions of the demo's account that the shop asks for, and what it says of them. */
const PERMISSIONS = [
  ['CS-OPT', 'Measure use of the shop'],
  ['CS-NBA', 'Recommend teas that fit'],
  ['CS-OM', 'Write to me about new teas'],
] as const;
/** What the visitor is shown, and decides about. */
export const NOTIFICATION = { notification: 'MAIN_CS', version: 2, uxvariant: 'banner' };

/** Choices by the names of permissions. */
export type Choices = Readonly<Record<string, boolean>>;

/** The consent banner. */
export interface ConsentBanner {
  /** Shows it, with the choices as they stand. */
  readonly show: (standing: Choices) => void;
  readonly hide: () => void;
}

/** A banner in `place`; `decided` hears of each decision. */
export const createConsentBanner = (
  place: HTMLElement,
  decided: (choices: Choices) => void,
): ConsentBanner => {
  keepClear(place);
  const hide = (): void => {
    place.hidden = true;
  };
  const decide = (granted: (name: string) => boolean): void => {
    hide();
    decided(Object.fromEntries(PERMISSIONS.map(([name]) => [name, granted(name)])));
  };
  const show = (standing: Choices): void => {
    place.replaceChildren(...contentOf(standing, decide));
    place.hidden = false;
  };
  return { show, hide };
};

/** The end of the page can be scrolled to above whatever is fixed at its foot. */
const keepClear = (place: HTMLElement): void => {
  const leaveRoom = (): void => {
    document.body.style.paddingBottom = place.hidden ? '' : `${place.offsetHeight + 32}px`;
  };
  new ResizeObserver(leaveRoom).observe(place);
};

const contentOf = (
  standing: Choices,
  decide: (granted: (name: string) => boolean) => void,
): readonly Node[] => {
  const boxes = PERMISSIONS.map(([name]) =>
    element('input', { type: 'checkbox', name, checked: standing[name] === true }),
  );
  const chosen = (name: string): boolean => boxes.some((box) => box.name === name && box.checked);
  const choices = PERMISSIONS.map(([name, words], index) =>
    element('label', {}, boxes[index]!, element('span', {}, `${words} `, element('code', {}, name))),
  );
  const button = (words: string, granted: (name: string) => boolean, kind: string): HTMLElement =>
    element('button', { type: 'button', class: kind, click: () => decide(granted) }, words);
  return [
    element('h2', { id: 'consent-title' }, 'May we?'),
    element('p', {}, 'Kith keeps each choice in a history with its time and the text that you saw.'),
    element('div', { class: 'choices' }, ...choices),
    element(
      'div',
      { class: 'buttons' },
      button('Accept all', () => true, 'first'),
      button('Decline all', () => false, 'first'),
      button('Save these choices', chosen, 'second'),
    ),
  ];
};
