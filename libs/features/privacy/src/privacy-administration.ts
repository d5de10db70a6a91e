import { LOG_RETENTION_MS } from '@kith/domain/pipeline';
import { deadlineIn, type Keyring } from '@kith/platform';
import type {
  AccountRulesOf,
  AppendAudit,
  ConsentHistory,
  DeadLetterStore,
  PrivacyAdministration,
  PrivacyStore,
  ProfileStore,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import type { ErasureDeps } from './erasing/carry-out.ts';
import { erasePerson } from './erasing/erase-person.ts';
import { beginExport, exportMore } from './exporting/export-person.ts';

/** How long one step of an erasure may take, in milliseconds. */
const STEP_MS = 10_000;

export interface PrivacyDeps {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: Pick<TrackingStore, 'events'>;
  readonly privacy: PrivacyStore;
  readonly deadLetters: DeadLetterStore;
  readonly cache: UmidCache;
  readonly rulesOf: AccountRulesOf;
  readonly appendAudit: AppendAudit;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** For how long events may wait in a spool before the log gets them, in milliseconds; not at all when left out. */
  readonly spoolMaxAgeMs?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newErasureId: () => string;
}

/** Erases on the store itself, within what administrators' calls are given. */
export const erasureDeps = ({
  profiles,
  privacy,
  cache,
  keyring,
  spoolMaxAgeMs = 0,
  clock,
  newErasureId,
}: Pick<
  PrivacyDeps,
  'profiles' | 'privacy' | 'cache' | 'keyring' | 'spoolMaxAgeMs' | 'clock' | 'newErasureId'
>): ErasureDeps => ({
  profiles,
  erasures: privacy,
  cache,
  keyring,
  clock,
  newErasureId,
  callDeadline: () => deadlineIn(STEP_MS),
  logRetentionMs: LOG_RETENTION_MS + spoolMaxAgeMs,
});

/** What an administrator can ask about persons' rights. An account that is not configured is a 400. */
export const createPrivacyAdministration = (
  deps: PrivacyDeps,
): Pick<PrivacyAdministration, 'erase' | 'beginExport' | 'exportMore'> => {
  const { privacy, rulesOf, clock } = deps;
  return {
    erase: async (scope, order) => erasePerson(erasureDeps(deps), scope, rulesOf(scope), order),
    beginExport: async (scope, order) => beginExport(deps, scope, rulesOf(scope), order),
    exportMore: async (scope, { umid, cursor }) => {
      const receivedFrom = clock() - rulesOf(scope).retention.eventsMs;
      return exportMore({ ...deps, devices: privacy.devices, receivedFrom }, scope, umid, cursor);
    },
  };
};
