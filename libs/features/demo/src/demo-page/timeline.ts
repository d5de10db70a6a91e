import type { Decision } from './ask-kith.ts';
import { byId, element } from './element.ts';
import type { SentDetail } from './tag-globals.ts';
import { tellRequest } from './told-request.ts';

/** What was sent, newest first, each with the rule that decided it. */
export interface Timeline {
  /** Adds a request; false where it only asks for the profile, which is not shown. */
  readonly add: (sent: SentDetail) => boolean;
  /** Shows decisions that came since, at the requests that waited for one. */
  readonly decide: (decisions: readonly Decision[]) => void;
}

/** So many requests are shown. */
const SHOWN = 30;

/** A timeline in the list of the page. */
export const createTimeline = (): Timeline => {
  const list = byId('timeline');
  const waiting: HTMLElement[] = [];
  let last = 0;
  return {
    add: (sent) => {
      const told = tellRequest(sent);
      if (told.titles.length === 0) return false;
      const rule = element('div', { class: 'rule' }, told.isDecided ? PENDING : told.undecided);
      if (told.isDecided) waiting.push(rule);
      list.prepend(itemOf(told, rule));
      while (list.children.length > SHOWN) list.lastElementChild?.remove();
      byId('nothing').hidden = true;
      return true;
    },
    decide: (decisions) => {
      for (const decision of decisions.filter(({ number }) => number > last)) {
        last = decision.number;
        const rule = waiting.shift();
        rule?.replaceChildren(...ruleOf(decision));
        byId('latest').textContent = `Decided by the rule ${decision.row}: ${decision.sentence}.`;
      }
    },
  };
};

const PENDING = 'Waiting for the decision.';

const itemOf = ({ titles, address, body }: ReturnType<typeof tellRequest>, rule: HTMLElement): HTMLElement =>
  element(
    'li',
    {},
    element('time', { class: 'quiet' }, new Date().toLocaleTimeString()),
    ...titles.map((title) => element('p', { class: 'title' }, title)),
    rule,
    element(
      'details',
      {},
      element('summary', {}, 'The request'),
      element(
        'pre',
        { tabindex: '0' },
        `${body === null ? 'GET' : 'POST'} ${address}${body === null ? '' : `\n\n${body}`}`,
      ),
    ),
  );

const ruleOf = ({ row, sentence, changes }: Decision): readonly Node[] => [
  element('p', {}, element('span', { class: 'row' }, row), ` ${sentence}.`),
  element('ul', {}, ...changes.map((change) => element('li', {}, shortened(change)))),
];

const UUID = /\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** The first eight digits tell one person from another here. */
export const shortened = (text: string): string => text.replace(UUID, '$1…');
