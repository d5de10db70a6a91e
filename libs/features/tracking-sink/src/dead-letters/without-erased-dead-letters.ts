import type { AccountName } from '@kith/domain/pipeline';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Macs } from '@kith/domain/identity';
import type { Deadline, ErasureStore } from '@kith/ports';
import { askErased } from '@kith/domain/privacy';

/** Needed to tell dead letters of the erased from others. */
export interface ErasedDeadLettersDeps {
  readonly erasures: Pick<ErasureStore, 'suppressed'>;
  readonly macs: Macs;
  readonly callDeadline: () => Deadline;
  /** Whose a record may be that names no account. */
  readonly accounts: Iterable<AccountName>;
}

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
