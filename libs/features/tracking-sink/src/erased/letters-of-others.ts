import type { AccountName } from '@kith/domain/pipeline';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Deadline } from '@kith/ports';
import { askErased } from '@kith/domain/privacy';
import type { Sparing } from './without-erased.ts';

/** What it takes to tell letters of the erased from others. */
export interface LetterSparing extends Sparing {
  readonly callDeadline: () => Deadline;
  /** Whose a record may be that names no account. */
  readonly accounts: Iterable<AccountName>;
}

/** Letters of nobody who was erased: a late record that cannot be processed keeps nothing of them either. */
export const lettersOfOthers = async (
  parts: LetterSparing,
  letters: readonly DeadLetter[],
): Promise<readonly DeadLetter[]> => {
  const accounts = new Set(
    letters.flatMap(({ account }) => (account === null ? [...parts.accounts] : account)),
  );
  let others = letters;
  for (const account of accounts) others = await withoutErasedOf(parts, account, others);
  return others;
};

const withoutErasedOf = async (
  { erasures, macs, callDeadline }: LetterSparing,
  account: AccountName,
  letters: readonly DeadLetter[],
): Promise<readonly DeadLetter[]> => {
  const mayBeOf = ({ account: named }: DeadLetter): boolean => named === null || named === account;
  const umids = new Set(letters.flatMap((letter) => (mayBeOf(letter) ? (letter.umid ?? []) : [])));
  if (umids.size === 0) return letters;
  const question = askErased(macs, account, { umids: [...umids], umdids: [], identifiers: [] });
  const scope = { account, deadline: callDeadline() };
  const erased = question.among(await erasures.suppressed(scope, question.keys));
  return letters.filter((letter) => !mayBeOf(letter) || letter.umid === null || !erased.hasUmid(letter.umid));
};
