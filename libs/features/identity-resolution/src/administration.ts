import { explain } from '@kith/domain/identity';
import { keepingRequires } from '@kith/domain/pipeline';
import type { Keyring, Live } from '@kith/platform';
import type { Administration, ProfileStore, UmidCache } from '@kith/ports';
import { configuredRules } from './configured-rules.ts';
import { loadSituation } from './load-situation.ts';
import { newProfileId, newUmdid, newUmid } from './new-ids.ts';
import type { ResolutionConfiguration } from './rules-in-force.ts';
import { undoMerge } from './undo-merge.ts';

/** What administrators' calls take. */
export interface AdministrationNeeds {
  readonly profiles: ProfileStore;
  readonly cache: UmidCache;
  readonly configuration: Live<ResolutionConfiguration>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** Told of every commit that another request outran. */
  readonly conflicted?: () => void;
}

/** What an administrator can ask, on the store itself. An account that is not configured is a 400. */
export const createAdministration = (needs: AdministrationNeeds): Administration => {
  const { profiles: store, cache, configuration, keyring, conflicted = () => undefined } = needs;
  const { mac, macs } = keyring;
  const situating = { store, mac, macs, newUmid, newUmdid, newProfileId };
  const undoing = { store, cache, mac: keyring.mac, clock: Date.now, conflicted };
  return {
    explain: async (scope, call) => {
      const situation = await loadSituation(situating, scope, call, configuredRules(configuration, scope));
      const pipeline = configuration.current().pipelines.get(call.pipeline);
      return explain({
        ...situation,
        keepingRequires: pipeline === undefined ? null : keepingRequires(pipeline),
      });
    },
    unmerge: async (scope, umid) => undoMerge(undoing, scope, configuredRules(configuration, scope), umid),
  };
};
