import { byId, element } from './element.ts';

/** Who can log in: there is no password, for there is nothing to protect. */
const PERSONS = [
  ['c-1001', 'Ada', 'a customer of old'],
  ['c-1002', 'Ben', 'another person'],
] as const;

/** Login and logout, in the header. */
export interface Account {
  /** Shows who is logged in; null: nobody. */
  readonly show: (customerId: string | null) => void;
}

/** What the shop does when somebody comes or goes. */
export interface Doors {
  readonly login: (customerId: string) => void;
  readonly logout: () => void;
}

/** Who is logged in, and the buttons that change it. */
export const createAccount = (place: HTMLElement, { login, logout }: Doors): Account => {
  const dialog = byId('login') as HTMLDialogElement;
  const open = (): void => {
    dialog.replaceChildren(formOf(dialog, login));
    dialog.showModal();
  };
  let shown: string | null | undefined;
  const show = (customerId: string | null): void => {
    // What has the focus stays where it is as long as nothing changes.
    if (customerId === shown) return;
    shown = customerId;
    const name = PERSONS.find(([id]) => id === customerId)?.[1] ?? customerId;
    place.replaceChildren(
      ...(name === null
        ? [element('button', { type: 'button', class: 'second', click: open }, 'Log in')]
        : [
            element('button', { type: 'button', class: 'link', click: open }, `Hello, ${name}`),
            element('button', { type: 'button', class: 'second', click: logout }, 'Log out'),
          ]),
    );
  };
  show(null);
  return { show };
};

const formOf = (dialog: HTMLDialogElement, login: Doors['login']): HTMLFormElement => {
  const submit = (event: Event): void => {
    event.preventDefault();
    const customerId = new FormData(form).get('customerId');
    dialog.close();
    if (typeof customerId === 'string') login(customerId);
  };
  const form = element(
    'form',
    { submit },
    element('h2', { id: 'login-title' }, 'Log in'),
    element('p', { class: 'quiet' }, 'Choose who you are. The shop tells Kith the customer number.'),
    ...PERSONS.map(([id, name, words], index) =>
      element(
        'label',
        { class: 'person' },
        element('input', {
          type: 'radio',
          name: 'customerId',
          value: id,
          required: true,
          checked: index === 0,
        }),
        element('span', {}, element('strong', {}, name), ` ${words} `, element('code', {}, id)),
      ),
    ),
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'submit', class: 'first' }, 'Log in'),
      element('button', { type: 'button', class: 'second', click: () => dialog.close() }, 'Cancel'),
    ),
  );
  return form;
};
