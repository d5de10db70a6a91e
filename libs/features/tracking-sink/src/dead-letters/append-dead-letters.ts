import { DEAD_LETTER_TOPIC, encodeDeadLetter } from '@kith/contracts';
import type { Macs } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { askErased } from '@kith/domain/privacy';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Deadline, ErasureStore, EventLog } from '@kith/ports';

interface ErasedDeadLettersDeps {
  readonly erasures: Pick<ErasureStore, 'suppressed'>;
  readonly macs: Macs;
  readonly callDeadline: () => Deadline;
  /** Whose a record may be that names no account. */
  readonly accounts: Iterable<AccountName>;
}

export interface AppendDeadLettersDeps {
  readonly log: Pick<EventLog, 'append'>;
  readonly callDeadline: () => Deadline;
}

/** Tells of the dead letters of one partition. */
export interface PartitionDeadLetters {
  /** Appends those that it has not appended yet. */
  append(deadLetters: readonly DeadLetter[]): Promise<void>;
  /** The partition's position is known: what lies before it never comes again, and is forgotten. */
  reached(position: number): void;
}

/** More than a batch has records; where more are poison, the others are appended with each delivery. */
const MAX_REMEMBERED = 1_000;

/**
 * Appends the dead letters of a partition to the dead-letter topic, each once as long as this process lives, however often
 * its batch is delivered. Where that is not known, after a kill or an append without an answer, it is appended again,
 * with the same id: the dead letters that wait are those of the store.
 */
export const appendDeadLetters = ({ log, callDeadline }: AppendDeadLettersDeps): PartitionDeadLetters => {
  const appended = new Set<number>();
  const remember = ({ position }: DeadLetter): void => {
    if (appended.size < MAX_REMEMBERED) appended.add(position);
  };
  return {
    async append(deadLetters) {
      const fresh = deadLetters.filter(({ position }) => !appended.has(position));
      if (fresh.length === 0) return;
      const records = fresh.map((one) => ({ key: one.key, value: encodeDeadLetter(one) }));
      await log.append(callDeadline(), DEAD_LETTER_TOPIC, records);
      fresh.forEach(remember);
    },
    reached(position) {
      for (const one of appended) if (one < position) appended.delete(one);
    },
  };
};

/** Dead letters of nobody who was erased: a late record that cannot be processed keeps nothing of them either. */
export const deadLettersOfOthers = async (
  deps: ErasedDeadLettersDeps,
  deadLetters: readonly DeadLetter[],
): Promise<readonly DeadLetter[]> => {
  const accounts = new Set(
    deadLetters.flatMap(({ account }) => (account === null ? [...deps.accounts] : account)),
  );
  let others = deadLetters;
  for (const account of accounts) others = await withoutErasedOf(deps, account, others);
  return others;
};

const withoutErasedOf = async (
  { erasures, macs, callDeadline }: ErasedDeadLettersDeps,
  account: AccountName,
  deadLetters: readonly DeadLetter[],
): Promise<readonly DeadLetter[]> => {
  const mayBeOf = ({ account: named }: DeadLetter): boolean => named === null || named === account;
  const umids = new Set(deadLetters.flatMap((one) => (mayBeOf(one) ? (one.umid ?? []) : [])));
  if (umids.size === 0) return deadLetters;
  const question = askErased(macs, account, { umids: [...umids], umdids: [], identifiers: [] });
  const scope = { account, deadline: callDeadline() };
  const erased = question.among(await erasures.suppressed(scope, question.keys));
  return deadLetters.filter((one) => !mayBeOf(one) || one.umid === null || !erased.hasUmid(one.umid));
};
