import { randomUUID } from 'node:crypto';
import {
  appendAuditWith,
  auditedAdministration,
  configuredRules,
  createAdministration,
  createAudienceExport,
  createAuditAdministration,
  createProfileImport,
} from '@kith/administration';
import { requiredPermissions, type AccountName, type ResolutionConfiguration } from '@kith/domain/pipeline';
import { deadlineIn, type Keyring, type Live } from '@kith/platform';
import type {
  ActivityRecounts,
  Administrable,
  Administration,
  ConsentHistory,
  DeadLetterStore,
  EventLog,
  Expressions,
  PersonDetails,
  PrivacyAdministration,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import {
  createConsentAdministration,
  createPrivacyAdministration,
  tallyStores,
  type HeadsTallied,
} from '@kith/privacy';
import { createDecideInGroup, createExplain } from '@kith/resolver';
import {
  createAttributeAdministration,
  createDeadLetterAdministration,
  type DeadLetterMetrics,
} from '@kith/tracking-sink';
import { idsOfBatch, newProfileId, newUmdid, newUmid } from './new-ids.ts';

/** The named secrets that the keyring must hold. */
export const IDENTITY_RESOLUTION_SECRETS: readonly string[] = ['umid', 'chain', 'suppression'];

/** The stores that administrators' calls stand on. */
export interface AdministrationStores {
  readonly profiles: ProfileStore;
  readonly catalogue: ProfileCatalogue;
  readonly details: Pick<PersonDetails, 'activitiesByUmid'>;
  readonly consentHistory: ConsentHistory;
  readonly tracking: Pick<TrackingStore, 'events'>;
  readonly recounts: ActivityRecounts;
  readonly privacy: PrivacyStore;
  readonly deadLetters: DeadLetterStore;
}

/** What the calls of administrators are composed of. */
export interface AdministrationDeps extends AdministrationStores {
  readonly log: Pick<EventLog, 'append'>;
  readonly cache: UmidCache;
  readonly expressions: Expressions;
  readonly configuration: Live<ResolutionConfiguration>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** For how long events may wait in a spool before the log gets them, in milliseconds; not at all when left out. */
  readonly spoolMaxAgeMs?: number;
  readonly deadLetterMetrics?: DeadLetterMetrics;
  /** Told of every commit that another request outran. */
  readonly conflicted?: () => void;
}

/** How long a step of taking over heads may take, in milliseconds. */
const STEP_MS = 10_000;

/**
 * How many units of an import are stored at once: what lies side by side in the store is written once for more of them,
 * and a visitor of the same process waits for some milliseconds longer.
 */
const LINES_PER_GROUP = 128;

/** All that an administrator can ask, on the stores themselves. */
export const composeAdministration = (deps: AdministrationDeps): Administrable =>
  composeTalliedAdministration(
    tallyStores(deps, { keyring: deps.keyring, callDeadline: () => deadlineIn(STEP_MS) }),
  );

/** The same, on stores that tally heads. */
export const composeTalliedAdministration = (
  deps: AdministrationDeps & { readonly headsTallied: HeadsTallied },
): Administrable => {
  const { keyring, configuration, profiles, deadLetterMetrics } = deps;
  const appendAudit = appendAuditWith({ trail: deps.privacy, keyring });
  const shared = { ...deps, rulesOf: configuredRules(configuration), appendAudit, clock: Date.now };
  const { clock } = shared;
  const { conflicted = () => undefined } = deps;
  const decideInGroup = createDecideInGroup({
    store: profiles,
    metrics: { conflicted, grouped: () => undefined },
    maxMembers: LINES_PER_GROUP,
  });
  return {
    administration: auditedAdministration(composeUnauditedAdministration(deps), {
      appendAudit,
      profiles,
      keyring,
      clock,
    }),
    consent: createConsentAdministration(shared),
    privacy: composePrivacyAdministration(deps),
    imports: createProfileImport({
      ...shared,
      decideInGroup,
      requiredOf: requiredIn(configuration),
      newUmdid,
      idsOfBatch,
    }),
    deadLetters: createDeadLetterAdministration({
      ...shared,
      ...(deadLetterMetrics === undefined ? {} : { metrics: deadLetterMetrics }),
    }),
    audiences: createAudienceExport(shared),
    attributes: createAttributeAdministration(shared),
  };
};

const requiredIn = (
  configuration: Live<ResolutionConfiguration>,
): ((account: AccountName) => ReadonlySet<string>) => {
  const required = configuration.map(({ pipelines }) => requiredPermissions(pipelines.values()));
  return (account) => required.current().get(account) ?? new Set();
};

/** Explaining and undoing merges, without a trace of who asked. */
export const composeUnauditedAdministration = (
  deps: Pick<AdministrationDeps, 'profiles' | 'cache' | 'configuration' | 'keyring' | 'conflicted'>,
): Administration => {
  const { profiles: store, configuration, keyring } = deps;
  const { mac, macs } = keyring;
  const rulesOf = configuredRules(configuration);
  const explain = createExplain({
    store,
    configuration,
    rulesOf,
    mac,
    macs,
    newUmid,
    newUmdid,
    newProfileId,
  });
  return createAdministration({ ...deps, explain, rulesOf, clock: Date.now });
};

/** What is asked about persons' rights, with the audit trail. */
export const composePrivacyAdministration = (
  deps: Pick<
    AdministrationDeps,
    | 'profiles'
    | 'consentHistory'
    | 'tracking'
    | 'privacy'
    | 'deadLetters'
    | 'cache'
    | 'keyring'
    | 'spoolMaxAgeMs'
  > & { readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>> },
): PrivacyAdministration => {
  const { privacy: trail, keyring } = deps;
  const appendAudit = appendAuditWith({ trail, keyring });
  const shared = { ...deps, rulesOf: configuredRules(deps.configuration), appendAudit, clock: Date.now };
  const newErasureId = randomUUID;
  return {
    ...createPrivacyAdministration({ ...shared, newErasureId }),
    ...createAuditAdministration({ ...shared, trail }),
  };
};
