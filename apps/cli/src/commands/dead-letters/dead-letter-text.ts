import type { ListedDeadLetter, WaitingDeadLetter } from '@kith/domain/tracking';

const REASON_CHARACTERS = 120;

/** A dead letter in one line for a person. */
export const deadLetterLine = ({ id, buriedAt, account, bytes, replays, reason }: ListedDeadLetter): string =>
  [
    id,
    isoTime(buriedAt),
    account === null ? '-' : JSON.stringify(account),
    `${bytes} bytes`,
    ...(replays === 0 ? [] : [`replayed before (${replays})`]),
    JSON.stringify(reason.slice(0, REASON_CHARACTERS)),
  ].join('  ');

/** A dead letter as JSON, with times that can be read. */
export const deadLetterJson = (deadLetter: ListedDeadLetter | WaitingDeadLetter, indent?: number): string =>
  JSON.stringify(
    { ...deadLetter, buriedAt: isoTime(deadLetter.buriedAt), expiresAt: isoTime(deadLetter.expiresAt) },
    null,
    indent,
  );

const isoTime = (at: number): string => new Date(at).toISOString();
