import type { AccountRules } from '../../pipeline/account-rules.ts';
import type { HeldIdentifier } from '../profile.ts';

/** The identifiers of two profiles as one holds them; `displaced` are values that a later-seen one stands against. */
export interface MergedIdentifiers {
  readonly held: readonly HeldIdentifier[];
  readonly displaced: readonly HeldIdentifier[];
}

/** Unites identifiers: the same value keeps its first and last sight; of a name with one value the later-seen stays. Of a
 * name that left the configuration all stay: it may come back as one that allows many. */
export const mergeIdentifiers = (
  account: AccountRules,
  a: readonly HeldIdentifier[],
  b: readonly HeldIdentifier[],
): MergedIdentifiers => {
  const united = [...a, ...b].reduce<readonly HeldIdentifier[]>(unite, []);
  const newestFirst = [...united].sort((x, y) => y.lastSeen - x.lastSeen);
  const isDisplaced = (one: HeldIdentifier): boolean =>
    account.identifiers.get(one.name)?.many === false &&
    newestFirst.find(({ name }) => name === one.name) !== one;
  return {
    held: united.filter((one) => !isDisplaced(one)),
    displaced: united.filter(isDisplaced),
  };
};

const unite = (united: readonly HeldIdentifier[], next: HeldIdentifier): readonly HeldIdentifier[] => {
  const same = united.find(({ name, value }) => name === next.name && value === next.value);
  if (same === undefined) return [...united, next];
  const seen = {
    firstSeen: Math.min(same.firstSeen, next.firstSeen),
    lastSeen: Math.max(same.lastSeen, next.lastSeen),
  };
  return united.map((held) => (held === same ? { ...held, ...seen } : held));
};
