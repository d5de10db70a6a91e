import { element } from './element.ts';
import { kith } from './tag-globals.ts';

/** The permissions of the demo's account that the shop asks for, and what it says of them. */
const PERMISSIONS = [
  ['CS-OPT', 'Measure how the shop is used'],
  ['CS-NBA', 'Recommend teas that fit'],
  ['CS-OM', 'Write to me about new teas'],
] as const;
const NOTIFICATION = { notification: 'MAIN_CS', version: 2, uxvariant: 'banner' };

/** The consent banner. */
export interface ConsentBanner {
  /** Shows it, with the choices as they stand. */
  readonly show: (standing: Readonly<Record<string, boolean>>) => void;
  readonly hide: () => void;
}

/** A banner in `place`; a decision goes to Kith with the notification that was shown. */
export const createConsentBanner = (place: HTMLElement): ConsentBanner => {
  const hide = (): void => {
    place.hidden = true;
  };
  const decide = (granted: (name: string) => boolean): void => {
    void kith(
      'consent',
      Object.fromEntries(PERMISSIONS.map(([name]) => [name, granted(name)])),
      NOTIFICATION,
    );
    hide();
  };
  const show = (standing: Readonly<Record<string, boolean>>): void => {
    place.replaceChildren(...contentOf(standing, decide));
    place.hidden = false;
  };
  return { show, hide };
};

const contentOf = (
  standing: Readonly<Record<string, boolean>>,
  decide: (granted: (name: string) => boolean) => void,
): readonly Node[] => {
  const boxes = PERMISSIONS.map(([name]) =>
    element('input', { type: 'checkbox', name, checked: standing[name] === true }),
  );
  const chosen = (name: string): boolean => boxes.some((box) => box.name === name && box.checked);
  const choices = PERMISSIONS.map(([name, words], index) =>
    element('label', {}, boxes[index]!, ` ${words} `, element('code', {}, name)),
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
