import type { EpochMs } from '../epoch.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { AccountName } from '../pipeline/account-rules.ts';

/** Names a dead letter by where its original lies: `topic/partition/position`. */
export type DeadLetterId = string;

/** Where a record lies, or lay, in the log. */
export interface DeadLetterPlace {
  readonly topic: string;
  readonly partition: number;
  readonly position: number;
}

/** The record as it came. */
export type DeadLetterOriginal =
  | { readonly kind: 'text'; readonly value: string }
  /** It was no UTF-8: it can be shown, and never be processed. */
  | { readonly kind: 'bytes'; readonly base64: string }
  /** Too large to be kept beside the log. */
  | { readonly kind: 'omitted' };

/** A record that can never be processed, and why (docs/behaviour.md#dead-letters). */
export interface DeadLetter extends DeadLetterPlace {
  readonly id: DeadLetterId;
  readonly reason: string;
  /** The key of the record: as a rule the umid. */
  readonly key: string;
  readonly original: DeadLetterOriginal;
  /** Of the value as it came. */
  readonly bytes: number;
  /** The account that the record names, configured or not; null where it names none. */
  readonly account: AccountName | null;
  /** The umid that the key names; null where it names none. */
  readonly umid: Umid | null;
  /** Of key and value: the same record has the same, wherever it lies. */
  readonly digest: string;
  readonly buriedAt: EpochMs;
  /** When it is removed by itself. */
  readonly expiresAt: EpochMs;
}

/** A dead letter that waits for an administrator. */
export interface WaitingDeadLetter extends DeadLetter {
  /** How often the replay of this very record was begun. */
  readonly replays: number;
}

/** A dead letter as it is listed: without what may be large. */
export type ListedDeadLetter = Omit<WaitingDeadLetter, 'original'>;

const DEAD_LETTER_ID = /^([\w.-]{1,249})\/(\d{1,10})\/(\d{1,16})$/;

export const deadLetterId = ({ topic, partition, position }: DeadLetterPlace): DeadLetterId =>
  `${topic}/${partition}/${position}`;

/**
 * null where the text is no id of a dead letter: each has one spelling, so that all stores name the same dead letter by
 * it.
 */
export const parseDeadLetterId = (text: string): DeadLetterPlace | null => {
  const [, topic, partition, position] = DEAD_LETTER_ID.exec(text) ?? [];
  if (topic === undefined) return null;
  const place = { topic, partition: Number(partition), position: Number(position) };
  return deadLetterId(place) === text ? place : null;
};
