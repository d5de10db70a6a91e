import { followArrivals, type Arrival } from './arrivals.ts';
import type { Decision } from './ask-kith.ts';
import { byId, element } from './element.ts';
import type { SentDetail } from './sent-detail.ts';
import { tellRequest, type ToldRequest } from './told-request.ts';

/** What was sent, newest first, each with what became of it and the rule that decided it. */
export interface Timeline {
  /** Adds a request; false where it only asks for the profile, which is not shown, or was sent before. */
  readonly add: (sent: SentDetail) => boolean;
  /** The last request that was sent is answered. */
  readonly answered: () => void;
  /** The connection is gone. */
  readonly interrupted: () => void;
  /** Shows decisions that came since, at the requests that waited for one. */
  readonly decide: (decisions: readonly Decision[]) => void;
}

/** A request in the list. */
interface Card {
  readonly told: ToldRequest;
  readonly rule: HTMLElement;
  readonly arrival: HTMLElement;
}

/** So many requests are shown. */
const SHOWN = 30;

const ARRIVALS: Readonly<Record<Arrival, string>> = {
  underway: '',
  waiting: 'Not arrived yet: waiting for a connection.',
  answered: '',
  unanswered: 'Not arrived: no answer came.',
  left: 'Sent as the page was left: nobody waits for the answer.',
};

/** A timeline in the list of the page. */
export const createTimeline = (): Timeline => {
  const list = byId('timeline');
  let waiting: readonly Card[] = [];
  let last = 0;
  const waitsAnew = (card: Card, arrival: Arrival): boolean =>
    card.told.isDecided && arrival !== 'answered' && !waiting.includes(card);
  const { sent, answered, interrupted } = followArrivals<Card | null>((card, arrival) => {
    if (card === null) return;
    card.arrival.textContent = ARRIVALS[arrival];
    // No decision comes of what has not arrived; nobody hears when the answer to a beacon comes.
    if (arrival === 'unanswered') waiting = waiting.filter((one) => one !== card);
    else if (waitsAnew(card, arrival)) waiting = [...waiting, card];
    if (arrival !== 'answered') announce(latestWords(card.told, arrival));
  });
  const add = (detail: SentDetail): boolean => {
    const told = tellRequest(detail);
    const isShown = told.titles.length > 0;
    const isFirst = sent(detail, navigator.onLine, () => (isShown ? cardIn(list, told) : null));
    return isFirst && isShown;
  };
  const decide = (decisions: readonly Decision[]): void => {
    for (const decision of decisions.filter(({ number }) => number > last)) {
      last = decision.number;
      const [card, ...others] = waiting;
      waiting = others;
      card?.rule.replaceChildren(...ruleOf(decision));
      if (card !== undefined) announce(`Decided by the rule ${decision.row}: ${decision.sentence}.`);
    }
  };
  return { add, answered, interrupted, decide };
};

const announce = (words: string): void => {
  byId('latest').textContent = words;
};

/** What is read out of a request that no rule has decided yet. */
const latestWords = ({ titles }: ToldRequest, arrival: Arrival): string =>
  [`${titles.join(', ')}.`, ARRIVALS[arrival]].join(' ').trim();

const PENDING = 'Waiting for the decision.';

const cardIn = (list: HTMLElement, told: ToldRequest): Card => {
  const rule = element('div', { class: 'rule' }, told.isDecided ? PENDING : told.undecided);
  const arrival = element('p', { class: 'arrival' });
  list.prepend(itemOf(told, arrival, rule));
  while (list.children.length > SHOWN) list.lastElementChild?.remove();
  byId('nothing').hidden = true;
  return { told, rule, arrival };
};

const itemOf = (
  { titles, address, body }: ToldRequest,
  arrival: HTMLElement,
  rule: HTMLElement,
): HTMLElement =>
  element(
    'li',
    {},
    element('time', { class: 'quiet' }, new Date().toLocaleTimeString()),
    ...titles.map((title) => element('p', { class: 'title' }, title)),
    arrival,
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
