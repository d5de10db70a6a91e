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
import { erasePerson } from './erasing/erase-person.ts';
import type { Erasing } from './erasing/erasing.ts';
import { beginExport } from './exporting/begin-export.ts';
import { exportMore } from './exporting/export-more.ts';

/** How long one step of an erasure may take, in milliseconds. */
const STEP_MS = 10_000;

/** What administrators' calls about persons' rights take. */
export interface PrivacyNeeds {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: Pick<TrackingStore, 'events'>;
  readonly privacy: PrivacyStore;
  readonly letters: DeadLetterStore;
  readonly cache: UmidCache;
  readonly rulesOf: AccountRulesOf;
  readonly appendAudit: AppendAudit;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** For how long events may wait in a spool before the log gets them, in milliseconds; not at all when left out. */
  readonly spoolMostAgeMs?: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What erasing takes, on the store itself. */
export const erasingOver = ({
  profiles,
  privacy,
  cache,
  keyring,
  spoolMostAgeMs = 0,
  clock,
}: Pick<
  PrivacyNeeds,
  'profiles' | 'privacy' | 'cache' | 'keyring' | 'spoolMostAgeMs' | 'clock'
>): Erasing => ({
  profiles,
  erasures: privacy,
  cache,
  keyring,
  clock,
  callDeadline: () => deadlineIn(STEP_MS),
  logRetentionMs: LOG_RETENTION_MS + spoolMostAgeMs,
});

/** What an administrator can ask about persons' rights. An account that is not configured is a 400. */
export const createPrivacyAdministration = (
  needs: PrivacyNeeds,
): Pick<PrivacyAdministration, 'erase' | 'beginExport' | 'exportMore'> => {
  const { privacy, rulesOf, clock } = needs;
  return {
    erase: async (scope, order) => erasePerson(erasingOver(needs), scope, rulesOf(scope), order),
    beginExport: async (scope, order) => beginExport(needs, scope, rulesOf(scope), order),
    exportMore: async (scope, { umid, cursor }) => {
      const receivedFrom = clock() - rulesOf(scope).retention.eventsMs;
      return exportMore({ ...needs, devices: privacy.devices, receivedFrom }, scope, umid, cursor);
    },
  };
};
