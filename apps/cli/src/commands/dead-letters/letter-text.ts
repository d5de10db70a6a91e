import type { ListedLetter, WaitingLetter } from '@kith/domain/tracking';

const REASON_CHARACTERS = 120;

/** A letter in one line for a person. */
export const letterLine = ({ id, buriedAt, account, bytes, replays, reason }: ListedLetter): string =>
  [
    id,
    isoTime(buriedAt),
    account === null ? '-' : JSON.stringify(account),
    `${bytes} bytes`,
    ...(replays === 0 ? [] : [`replayed before (${replays})`]),
    JSON.stringify(reason.slice(0, REASON_CHARACTERS)),
  ].join('  ');

/** A letter as JSON, with times that can be read. */
export const letterJson = (letter: ListedLetter | WaitingLetter, indent?: number): string =>
  JSON.stringify(
    { ...letter, buriedAt: isoTime(letter.buriedAt), expiresAt: isoTime(letter.expiresAt) },
    null,
    indent,
  );

const isoTime = (at: number): string => new Date(at).toISOString();
