import { randomUUID } from 'node:crypto';
import { rulesInForce, type RulesInForce } from '@kith/domain/pipeline';
import {
  createAdmission,
  deadlineIn,
  steadyClock,
  type Live,
  type Logger,
  type Metrics,
} from '@kith/platform';
import type {
  Administrable,
  Deadline,
  EventLog,
  ExpiryStore,
  LogRetention,
  Outbox,
  OutboxLeases,
  Resolver,
  TrackingStore,
} from '@kith/ports';
import {
  createExpiryMetrics,
  erasureDeps,
  startErasureRunner,
  startExpiryRunner,
  tallyStores,
} from '@kith/privacy';
import {
  createOutboxMetrics,
  createResolver,
  createResolverMetrics,
  startOutboxRelay,
  tellOutbox,
} from '@kith/resolver';
import { createSinkMetrics, startTrackingSink, tellLag } from '@kith/tracking-sink';
import { composeTalliedAdministration, type AdministrationDeps } from './compose-administration.ts';
import { newProfileId, newUmdid, newUmid } from './new-ids.ts';

/** How long a background call to the store or the log may take, in milliseconds, before it is tried again. */
const BACKGROUND_CALL_MS = 10_000;

/** A lease that was asked for so long may have lapsed half: it is asked for anew. */
const LEASE_CALL_MS = 2_000;

/** How long a scrape waits for the store, in milliseconds; its own time is the management server's. */
const SCRAPE_CALL_MS = 1_000;

/** Fewer than the connections of the driver's pool (100): whoever is let in waits for none of them. */
const RESOLUTIONS = { least: 16, most: 64 };

/** What identity-resolver is built from. */
export interface IdentityResolutionDeps extends Omit<AdministrationDeps, 'conflicted' | 'deadLetterMetrics'> {
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
  readonly outboxLeases: OutboxLeases;
  readonly expiry: ExpiryStore;
  readonly log: EventLog & LogRetention;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Why the check of the sink fails. */
export const SINK_STUCK =
  'the log delivers nothing to the sink, or the store does not take what the sink has';

/** The features at work: their calls, and their consumers' end. */
export interface IdentityResolution extends Administrable {
  readonly resolver: Resolver;
  /** Whether the log delivers to the sink, and the sink gets its batches into the store. */
  readonly isReady: () => boolean;
  /** Ends sink, relay, erasures and expiry after what they have at hand. */
  stop(): Promise<void>;
}

/** Starts the sink of tracking events and the relay of change events, and makes the resolver. */
export const startIdentityResolution = async (
  stores: IdentityResolutionDeps,
): Promise<IdentityResolution> => {
  const { outbox, outboxLeases: leases, log, logger, keyring } = stores;
  const deps = tallyStores(stores, { keyring, callDeadline, takenOver: tellTakenOver(logger) });
  // Nobody changes a head before those are tallied that were stored by a version without tallies.
  for (const account of deps.configuration.current().accounts.keys()) await deps.headsTallied(account);
  const clock = Date.now;
  const sinkMetrics = createSinkMetrics(deps.metrics);
  const rules = deps.configuration.map(rulesInForce);
  const sink = await startTrackingSink({
    ...deps,
    erasures: deps.privacy,
    macs: keyring.macs,
    rules,
    newProfileId,
    callDeadline,
    clock,
    metrics: sinkMetrics,
  });
  const relay = startOutboxRelay({
    outbox,
    leases,
    member: randomUUID(),
    log,
    callDeadline,
    leaseDeadline: () => deadlineIn(LEASE_CALL_MS),
    clock,
    steadyClock,
    logger,
    metrics: createOutboxMetrics(deps.metrics),
  });
  tellLag(deps.metrics, sink.lags, clock);
  tellOutbox(deps.metrics, { outbox, relay, scrapeDeadline });
  const { resolver, conflicted } = composeResolver(deps, rules);
  const administrable = composeTalliedAdministration({ ...deps, conflicted, deadLetterMetrics: sinkMetrics });
  const erasures = startErasureRunner({
    ...erasureDeps({ ...deps, clock, newErasureId: randomUUID }),
    logger,
  });
  const expiry = startExpiryRunner({
    ...deps,
    holder: randomUUID(),
    accounts: deps.configuration.map(({ accounts }) => [...accounts.values()]),
    clock,
    callDeadline,
    metrics: createExpiryMetrics(deps.metrics),
  });
  const stop = async (): Promise<void> => {
    await expiry.stop();
    await erasures.stop();
    await sink.stop();
    await relay.stop();
  };
  return { ...administrable, resolver, isReady: sink.isDelivering, stop };
};

/** How many profiles are taken over between two lines of the log. */
const PROFILES_PER_LINE = 100_000;

const tellTakenOver =
  (logger: Logger) =>
  (account: string, profiles: number): void => {
    if (profiles % PROFILES_PER_LINE > 0) return;
    logger.info({ account, profiles }, 'the ends of stored consent chains are being tallied');
  };

const composeResolver = (
  { profiles: store, cache, expressions, keyring: { mac, macs }, metrics: registry }: IdentityResolutionDeps,
  rules: Live<RulesInForce>,
): { readonly resolver: Resolver; readonly conflicted: () => void } => {
  const metrics = createResolverMetrics(registry);
  const resolver = createResolver({
    store,
    cache,
    expressions,
    rules,
    mac,
    macs,
    newUmid,
    newUmdid,
    newProfileId,
    metrics,
    admission: createAdmission({ work: 'resolve', ...RESOLUTIONS, metrics: registry }),
  });
  return { resolver, conflicted: metrics.conflicted };
};

const callDeadline = (): Deadline => deadlineIn(BACKGROUND_CALL_MS);
const scrapeDeadline = (): Deadline => deadlineIn(SCRAPE_CALL_MS);
