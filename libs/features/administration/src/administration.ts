import type { Keyring } from '@kith/platform';
import type { AccountRulesOf, Administration, ProfileStore, UmidCache } from '@kith/ports';
import { undoMerge } from './undo-merge.ts';

/** What administrators' calls take. */
export interface AdministrationNeeds extends Pick<Administration, 'explain'> {
  readonly profiles: ProfileStore;
  readonly cache: UmidCache;
  readonly rulesOf: AccountRulesOf;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told of every commit that another request outran. */
  readonly conflicted?: () => void;
}

/** What an administrator can ask, on the store itself. An account that is not configured is a 400. */
export const createAdministration = (needs: AdministrationNeeds): Administration => {
  const { explain, profiles: store, cache, rulesOf, keyring, clock, conflicted = () => undefined } = needs;
  const undoing = { store, cache, mac: keyring.mac, clock, conflicted };
  return {
    explain,
    unmerge: async (scope, { umid }) => undoMerge(undoing, scope, rulesOf(scope), umid),
  };
};
