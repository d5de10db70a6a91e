import { LOG_RETENTION_MS } from '@kith/domain/pipeline';
import { NO_ACCOUNT } from '@kith/domain/privacy';
import { deadlineIn } from '@kith/platform';
import type { Keyring, Live } from '@kith/platform';
import type {
  ConsentHistory,
  DeadLetterStore,
  PrivacyAdministration,
  PrivacyStore,
  ProfileStore,
  Scope,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import { appendAudit } from './auditing/append-audit.ts';
import { verifyAudit } from './auditing/verify-audit.ts';
import { configuredRules } from './configured-rules.ts';
import { erasePerson } from './erasing/erase-person.ts';
import type { Erasing } from './erasing/erasing.ts';
import { beginExport } from './exporting/begin-export.ts';
import { exportMore } from './exporting/export-more.ts';
import type { ResolutionConfiguration } from './rules-in-force.ts';

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
  readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** For how long events may wait in a spool before the log gets them, in milliseconds; not at all when left out. */
  readonly spoolMostAgeMs?: number;
}

/** What erasing takes, on the store itself. */
export const erasingOver = ({
  profiles,
  privacy,
  cache,
  keyring,
  spoolMostAgeMs = 0,
}: Pick<PrivacyNeeds, 'profiles' | 'privacy' | 'cache' | 'keyring' | 'spoolMostAgeMs'>): Erasing => ({
  profiles,
  erasures: privacy,
  cache,
  keyring,
  clock: Date.now,
  callDeadline: () => deadlineIn(STEP_MS),
  logRetentionMs: LOG_RETENTION_MS + spoolMostAgeMs,
});

/** What an administrator can ask about persons' rights. An account that is not configured is a 400. */
export const createPrivacyAdministration = (needs: PrivacyNeeds): PrivacyAdministration => {
  const { privacy, keyring, configuration } = needs;
  const mustBeConfigured = (scope: Scope): void => void configuredRules(configuration, scope);
  const mustHaveTrail = (scope: Scope): void => {
    if (scope.account !== NO_ACCOUNT) mustBeConfigured(scope);
  };
  return {
    erase: async (scope, order) =>
      erasePerson(erasingOver(needs), scope, configuredRules(configuration, scope), order),
    beginExport: async (scope, order) => {
      const auditing = { profiles: needs.profiles, trail: privacy, keyring, clock: Date.now };
      return beginExport(auditing, scope, configuredRules(configuration, scope), order);
    },
    exportMore: async (scope, umid, cursor) => {
      const { retention } = configuredRules(configuration, scope);
      const receivedFrom = Date.now() - retention.eventsMs;
      return exportMore({ ...needs, devices: privacy.devices, receivedFrom }, scope, umid, cursor);
    },
    noteImport: async (scope, { by, reason }, detail) => {
      mustBeConfigured(scope);
      const fact = { act: 'import', at: Date.now(), by, reason, detail: { ...detail } } as const;
      await appendAudit({ trail: privacy, keyring }, scope, fact);
    },
    auditEntries: async (scope, { after, limit }) => {
      mustHaveTrail(scope);
      return privacy.auditEntries(scope, after, limit);
    },
    verifyAudit: async (scope) => {
      mustHaveTrail(scope);
      return verifyAudit({ trail: privacy, keyring }, scope);
    },
  };
};
