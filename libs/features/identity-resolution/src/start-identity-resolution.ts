import { randomBytes, randomUUID } from 'node:crypto';
import type { ProfileId, Umid } from '@kith/domain/identity';
import { requiredPermissions } from '@kith/domain/pipeline';
import type { AccountName, AccountRules, PipelineRules } from '@kith/domain/pipeline';
import { deadlineIn } from '@kith/platform';
import type { Keyring, Logger, Metrics } from '@kith/platform';
import type {
  Deadline,
  EventLog,
  Outbox,
  ProfileStore,
  Resolver,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import { startOutboxRelay } from './outbox-relay.ts';
import { createResolutionMetrics } from './resolution-metrics.ts';
import { createResolver } from './resolve-visitor.ts';
import { startTrackingSink } from './tracking-sink.ts';

/** How long a background call to the store or the log may take, in milliseconds, before it is tried again. */
const BACKGROUND_CALL_MS = 10_000;

/** The named secrets that the keyring must hold. */
export const IDENTITY_RESOLUTION_SECRETS: readonly string[] = ['umid', 'chain'];

/** What identity-resolver is built from. */
export interface IdentityResolutionNeeds {
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly cache: UmidCache;
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The feature at work: its one call, and its consumers' end. */
export interface IdentityResolution {
  readonly resolver: Resolver;
  /** Whether the sink gets its batches into the store. */
  readonly isReady: () => boolean;
  /** Ends sink and relay after what they have at hand. */
  stop(): Promise<void>;
}

/** Starts the sink of tracking events and the relay of change events, and makes the resolver. */
export const startIdentityResolution = async (
  needs: IdentityResolutionNeeds,
): Promise<IdentityResolution> => {
  const { profiles, outbox, log, cache, accounts, keyring, logger } = needs;
  const metrics = createResolutionMetrics(needs.metrics);
  const sink = await startTrackingSink({ ...needs, newProfileId, callDeadline, metrics });
  const relay = startOutboxRelay({ outbox, log, callDeadline, logger });
  const resolver = createResolver({
    store: profiles,
    cache,
    accounts,
    requiredPermissions: requiredPermissions(needs.pipelines.values()),
    mac: keyring.mac,
    newUmid: () => randomUUID() as Umid,
    newProfileId,
    metrics,
  });
  const stop = async (): Promise<void> => {
    await sink.stop();
    await relay.stop();
  };
  return { resolver, isReady: sink.isReady, stop };
};

const callDeadline = (): Deadline => deadlineIn(BACKGROUND_CALL_MS);

// 144 random bits, in characters that need no escaping in a URL.
const newProfileId = (): ProfileId => randomBytes(18).toString('base64url') as ProfileId;
