import type { SentDetail } from './sent-detail.ts';

/** What is known of a request: it is on its way, waits to be tried again, is answered, or was given up. */
export type Arrival = 'underway' | 'waiting' | 'answered' | 'unanswered' | 'left';

/** Tells which attempts belong to one request, and which of them was answered. */
export interface Arrivals<Card> {
  /** An attempt goes out; answers whether it is the first one. `make` makes the card of a request that is new. */
  readonly sent: (detail: SentDetail, isOnline: boolean, make: () => Card) => boolean;
  /** The tag sends one request after the other: an answer is that of the last one. */
  readonly answered: () => void;
  /** The connection is gone. */
  readonly interrupted: () => void;
}

interface Entry<Card> {
  readonly card: Card;
  readonly names: readonly string[];
}

/** Follows requests; `tell` hears of whatever becomes of one. */
export const followArrivals = <Card>(tell: (card: Card, arrival: Arrival) => void): Arrivals<Card> => {
  let open: readonly Entry<Card>[] = [];
  let underway: Entry<Card> | undefined;
  return {
    sent: (detail, isOnline, make) => {
      const names = namesOf(detail);
      const known = open.find((entry) => names.some((name) => entry.names.includes(name)));
      const entry = known ?? { card: make(), names };
      if (known === undefined) open = [...open, entry];
      // A beacon goes beside the line, and nobody hears of its answer.
      if (detail.by === 'beacon') tell(entry.card, 'left');
      else {
        // What stood first in the line and is not tried again was given up.
        if (underway !== undefined && underway !== entry) tell(underway.card, 'unanswered');
        underway = entry;
        tell(entry.card, isOnline && known === undefined ? 'underway' : 'waiting');
      }
      return known === undefined;
    },
    answered: () => {
      if (underway === undefined) return;
      tell(underway.card, 'answered');
      open = open.filter((entry) => entry !== underway);
      underway = undefined;
    },
    interrupted: () => {
      if (underway !== undefined) tell(underway.card, 'waiting');
    },
  };
};

/** What all attempts have in common: the ids of their elements; where there are none, their content. */
const namesOf = ({ url, body }: SentDetail): readonly string[] => {
  const { data = [] } = Object(body) as { readonly data?: readonly { readonly id?: string }[] };
  const ids = data.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return ids.length > 0 ? ids : [`${url} ${JSON.stringify(body)}`];
};
