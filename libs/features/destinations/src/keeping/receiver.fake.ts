import { REMOVAL_TYPE, type DeliveryContent } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { DestinationSender, SendOutcome } from '@kith/ports';

/** How a receiver answers: it may have taken what it seems to have refused. */
export type Answer = 'takes' | 'fails' | 'takesAndFails' | 'refuses';

/** A campaign system that drops ids that it has seen, and keeps what it is given until it is told to forget. */
export interface Knowledge {
  readonly umids: Set<Umid>;
  readonly emails: Set<string>;
  /** The ids of what it took. */
  readonly taken: Set<string>;
}

export const knowingNothing = (): Knowledge => ({ umids: new Set(), emails: new Set(), taken: new Set() });

/** How a receiver answers. Where it does not refuse removals, they fail instead until it takes them. */
export interface ReceiverAnswers {
  readonly nextAnswer: () => Answer;
  readonly maxBatchSize: number;
  readonly refusesRemovals: boolean;
}

/** `arrived` tells of everything that is sent, at the moment when it is. */
export const createReceiver = (
  { umids, emails, taken }: Knowledge,
  { nextAnswer, maxBatchSize, refusesRemovals }: ReceiverAnswers,
  way: () => Promise<void>,
  arrived: (content: DeliveryContent) => void,
): DestinationSender => {
  const take = ({ id, type, umid, identifiers }: DeliveryContent): void => {
    if (taken.has(id)) return;
    taken.add(id);
    const change = type === REMOVAL_TYPE ? 'delete' : 'add';
    umids[change](umid);
    for (const { value } of identifiers) emails[change](value);
  };
  const send: DestinationSender['send'] = async (_deadline, deliveries): Promise<SendOutcome> => {
    const materials = deliveries.map(({ payload }) => payload as DeliveryContent);
    materials.forEach(arrived);
    const told = nextAnswer();
    const isPatient = !refusesRemovals && materials.some(({ type }) => type === REMOVAL_TYPE);
    const answer = told === 'refuses' && isPatient ? 'fails' : told;
    await way();
    if (answer === 'takes' || answer === 'takesAndFails') materials.forEach(take);
    if (answer === 'refuses') return { kind: 'refused', why: '400' };
    return answer === 'takes' ? { kind: 'delivered' } : { kind: 'retry', why: '500' };
  };
  return { maxBatchSize, send, close: async () => undefined };
};
