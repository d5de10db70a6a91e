import type { ConsentFact, StandingEntry } from '@kith/domain/consent';
import type { Macs, Umid } from '@kith/domain/identity';
import type { ErasureStore, Scope } from '@kith/ports';
import { askErased } from '@kith/domain/privacy';

/** What stands in the place of the umid of somebody who was erased. */
const ERASED = 'erased';

export interface HideErasedDeps {
  readonly privacy: Pick<ErasureStore, 'suppressed'>;
  readonly keyring: { readonly macs: Macs };
}

/** Entries as they are shown: who was once one with the profile and has been erased since is not named any more. */
export const hideErased = async <T extends StandingEntry>(
  { privacy, keyring }: HideErasedDeps,
  scope: Scope,
  entries: readonly T[],
): Promise<readonly T[]> => {
  const umids = [...new Set(entries.flatMap(({ entry }) => namedIn(entry?.fact)))];
  if (umids.length === 0) return entries;
  const { keys, among } = askErased(keyring.macs, scope.account, { umids, umdids: [], identifiers: [] });
  const erased = among(await privacy.suppressed(scope, keys));
  return entries.map((standing) => {
    const { entry } = standing;
    if (entry === null || !namedIn(entry.fact).some(erased.hasUmid)) return standing;
    return { ...standing, entry: { ...entry, fact: withoutName(entry.fact) } };
  });
};

/** What was tampered with may have anything there. */
const namedIn = (fact: ConsentFact | undefined): readonly Umid[] => {
  if (fact?.kind === 'merge') return [fact.loser as Umid];
  return fact?.kind === 'unmerge' ? [fact.other as Umid] : [];
};

const withoutName = (fact: ConsentFact): ConsentFact => {
  if (fact.kind === 'merge') return { ...fact, loser: ERASED };
  return fact.kind === 'unmerge' ? { ...fact, other: ERASED } : fact;
};
