import { parseDeadLetterId, type DeadLetterId } from '@kith/domain/tracking';
import { InvalidArgumentError } from 'commander';

/** How the argument is described. */
export const DEAD_LETTER_ID =
  'id of the dead letter, as dead-letters list shows it: topic/partition/position';

export const asDeadLetterId = (text: string): DeadLetterId => {
  if (parseDeadLetterId(text) !== null) return text;
  throw new InvalidArgumentError('An id is a topic, a partition and a position, such as tracking/3/128.');
};

/** The same for an argument that may be repeated. */
export const asDeadLetterIds = (text: string, before: readonly DeadLetterId[]): readonly DeadLetterId[] => [
  ...before,
  asDeadLetterId(text),
];

/** How many dead letters to list. */
export const asLimit =
  (most: number) =>
  (text: string): number => {
    const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= most) return limit;
    throw new InvalidArgumentError(`It is a number from 1 to ${most}.`);
  };
