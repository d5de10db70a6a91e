import { createAdmission, deadlineIn } from '@kith/platform';
import type { Keyring, Live, Logger, Metrics } from '@kith/platform';
import type {
  ActivityRecounts,
  Administration,
  AttributeAdministration,
  AudienceExport,
  ConsentAdministration,
  ConsentHistory,
  Deadline,
  DeadLetterAdministration,
  DeadLetterStore,
  EventLog,
  ExpiryStore,
  Expressions,
  LogRetention,
  Outbox,
  PersonDetails,
  PrivacyAdministration,
  PrivacyStore,
  ProfileCatalogue,
  ProfileImport,
  ProfileStore,
  Resolver,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import { startErasureRunner } from './erasing/erasure-runner.ts';
import { startExpiryRunner } from './expiring/expiry-runner.ts';
import { createPrivacyAdministration, erasingOver } from './privacy-administration.ts';
import { createAudienceExport } from './audience/create-audience-export.ts';
import { auditedAdministration } from './auditing/audited-administration.ts';
import { createAdministration } from './administration.ts';
import { createConsentAdministration } from './consent/consent-administration.ts';
import { createProfileImport } from './importing/create-profile-import.ts';
import { createDeadLetterAdministration } from './dead-letters/dead-letter-administration.ts';
import { createAttributeAdministration } from './recomputing/create-attribute-administration.ts';
import { newProfileId, newUmdid, newUmid } from './new-ids.ts';
import { startOutboxRelay } from './outbox-relay.ts';
import { createResolutionMetrics } from './resolution-metrics.ts';
import { createResolver } from './resolve-visitor.ts';
import { rulesInForce } from './rules-in-force.ts';
import type { ResolutionConfiguration } from './rules-in-force.ts';
import { startTrackingSink } from './tracking-sink.ts';

/** How long a background call to the store or the log may take, in milliseconds, before it is tried again. */
const BACKGROUND_CALL_MS = 10_000;

/** Fewer than the connections of the driver's pool (100): whoever is let in waits for none of them. */
const RESOLUTIONS = { least: 16, most: 64 };

/** The named secrets that the keyring must hold. */
export const IDENTITY_RESOLUTION_SECRETS: readonly string[] = ['umid', 'chain', 'suppression'];

/** What identity-resolver is built from. */
export interface IdentityResolutionNeeds {
  readonly profiles: ProfileStore;
  readonly catalogue: ProfileCatalogue;
  readonly details: Pick<PersonDetails, 'activitiesByUmid'>;
  readonly consentHistory: ConsentHistory;
  readonly tracking: TrackingStore;
  readonly recounts: ActivityRecounts;
  readonly outbox: Outbox;
  readonly privacy: PrivacyStore;
  readonly letters: DeadLetterStore;
  readonly expiry: ExpiryStore;
  readonly log: EventLog & LogRetention;
  readonly cache: UmidCache;
  readonly expressions: Expressions;
  readonly configuration: Live<ResolutionConfiguration>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** For how long events may wait in a spool before the log gets them, in milliseconds; not at all when left out. */
  readonly spoolMostAgeMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The feature at work: its calls, and its consumers' end. */
export interface IdentityResolution {
  readonly resolver: Resolver;
  readonly administration: Administration;
  readonly consent: ConsentAdministration;
  readonly privacy: PrivacyAdministration;
  readonly imports: ProfileImport;
  readonly deadLetters: DeadLetterAdministration;
  readonly audiences: AudienceExport;
  readonly attributes: AttributeAdministration;
  /** Whether the log delivers to the sink, and the sink gets its batches into the store. */
  readonly isReady: () => boolean;
  /** Ends sink, relay, erasures and expiry after what they have at hand. */
  stop(): Promise<void>;
}

/** Starts the sink of tracking events and the relay of change events, and makes the resolver. */
export const startIdentityResolution = async (
  needs: IdentityResolutionNeeds,
): Promise<IdentityResolution> => {
  const { profiles, outbox, log, cache, expressions, keyring, logger } = needs;
  const rules = needs.configuration.map(rulesInForce);
  const metrics = createResolutionMetrics(needs.metrics);
  const sink = await startTrackingSink({
    ...needs,
    erasures: needs.privacy,
    macs: keyring.macs,
    rules,
    newProfileId,
    callDeadline,
    clock: Date.now,
    metrics,
  });
  const relay = startOutboxRelay({ outbox, log, callDeadline, logger });
  const resolver = createResolver({
    store: profiles,
    cache,
    expressions,
    rules,
    mac: keyring.mac,
    macs: keyring.macs,
    newUmid,
    newUmdid,
    newProfileId,
    metrics,
    admission: createAdmission({ work: 'resolve', ...RESOLUTIONS, metrics: needs.metrics }),
  });
  const { conflicted } = metrics;
  const auditing = { trail: needs.privacy, profiles, keyring, clock: Date.now };
  const administration = auditedAdministration(createAdministration({ ...needs, conflicted }), auditing);
  const consent = createConsentAdministration(needs);
  const audiences = createAudienceExport(needs);
  const attributes = createAttributeAdministration({ ...needs, clock: Date.now });
  const imports = createProfileImport({ ...needs, conflicted });
  const privacy = createPrivacyAdministration(needs);
  const deadLetters = createDeadLetterAdministration({ ...needs, ...auditing, metrics });
  const erasures = startErasureRunner({ ...erasingOver(needs), logger });
  const expiry = startExpiryRunner({
    ...needs,
    accounts: needs.configuration.map(({ accounts }) => [...accounts.values()]),
    clock: Date.now,
    callDeadline,
    metrics,
  });
  const stop = async (): Promise<void> => {
    await expiry.stop();
    await erasures.stop();
    await sink.stop();
    await relay.stop();
  };
  return {
    resolver,
    administration,
    consent,
    privacy,
    imports,
    deadLetters,
    audiences,
    attributes,
    isReady: sink.isDelivering,
    stop,
  };
};

const callDeadline = (): Deadline => deadlineIn(BACKGROUND_CALL_MS);
