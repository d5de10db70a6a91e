import { encodeEvent } from '@kith/contracts';
import { startIdentityResolution, type IdentityResolutionDeps } from '@kith/composition/identity-resolution';
import type { Identifier, Umdid, Umid } from '@kith/domain/identity';
import type { AccountRules, PipelineRules } from '@kith/domain/pipeline';
import { createLive, createMetrics, silentLogger } from '@kith/platform';
import type { EventLog, LogRetention, LogSubscriber } from '@kith/ports';
import { aResolveCall, anAccount, anEvent, NO_EXPRESSIONS, randomUmdid, scopeOf } from '@kith/testing';
import { keyringOf, memoryCache } from '../use-cases/use-cases-over.ts';

/** A real store, all of it. */
export type WholeStore = Pick<
  IdentityResolutionDeps,
  | 'profiles'
  | 'consentHistory'
  | 'tracking'
  | 'recounts'
  | 'outbox'
  | 'outboxLeases'
  | 'privacy'
  | 'expiry'
  | 'deadLetters'
  | 'catalogue'
  | 'details'
>;

/** What a visit brings, and when. */
export interface TimedVisit {
  readonly at: number;
  readonly identifiers?: readonly Identifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
}

/** An account whose pipeline tracks with the permission P alone. */
export interface StrictAccount {
  visit(device: Umdid, visit: TimedVisit): Promise<Umid>;
  newDevice(): Umdid;
  unmerge(umid: Umid): Promise<void>;
  /** Events that an edge accepted under the umid at these times arrive; answers with the times of those that are stored. */
  deliver(umid: Umid, receivedAt: readonly number[]): Promise<readonly number[]>;
  /** How often the history has been read. */
  historyReads(): number;
  stop(): Promise<void>;
}

const strictPipeline = (account: AccountRules): PipelineRules => ({
  name: 'web',
  account,
  cookie: null,
  origins: new Set(),
  identifiers: [],
  sections: new Set(),
  trackingRequires: 'P',
  dataLayer: [],
  mappings: [],
  enrich: [],
  bots: { kinds: new Set(), drop: false },
  scriptContentType: 'application/json',
  unverifiedReads: 'full',
  access: null,
  rateLimits: {
    perAddress: { requests: 1, perMs: 1, everywhere: false },
    perDevice: { requests: 1, perMs: 1, everywhere: false },
  },
  tag: null,
});

/** A log whose records a test hands over itself. */
const handedLog = () => {
  const taking: LogSubscriber[] = [];
  const log: EventLog & LogRetention = {
    append: async () => undefined,
    keepFor: async () => undefined,
    subscribe: async (_topic, _group, subscriber) => {
      taking.push(subscriber);
      return { isDelivering: () => true, lags: () => [], stop: async () => undefined };
    },
  };
  const hand = async (values: readonly string[]): Promise<void> => {
    const [subscriber] = taking;
    const from = (await subscriber?.startAt(0)) ?? 0;
    const records = values.map((value, index) => ({ key: 'key', value, position: from + index }));
    await subscriber?.take({ topic: 'tracking', partition: 0, records, next: from + values.length });
  };
  return { log, hand };
};

/** Resolver and sink as identity-resolver runs them, over the store. */
export const strictAccount = async (store: WholeStore): Promise<StrictAccount> => {
  const account = anAccount();
  const scope = scopeOf(account.name);
  const { log, hand } = handedLog();
  let reads = 0;
  const { resolver, administration, stop } = await startIdentityResolution({
    ...store,
    consentHistory: {
      ...store.consentHistory,
      entries: (...args) => {
        reads += 1;
        return store.consentHistory.entries(...args);
      },
    },
    log,
    cache: memoryCache(),
    expressions: NO_EXPRESSIONS,
    configuration: createLive({
      accounts: new Map([[account.name, account]]),
      pipelines: new Map([['web', strictPipeline(account)]]),
    }).live,
    keyring: keyringOf(),
    logger: silentLogger,
    metrics: createMetrics('suite'),
  });
  const seen = new Set<Umdid>();
  return {
    newDevice: randomUmdid,
    historyReads: () => reads,
    stop,
    async visit(umdid, { at, identifiers = [], permissions = {} }) {
      const freshDevice = !seen.has(umdid);
      seen.add(umdid);
      const consent = { permissions, acknowledgements: [] };
      const call = aResolveCall({ umdid, freshDevice, identifiers, consent, receivedAt: at });
      const { umid } = await resolver.resolve(scope, call);
      return umid;
    },
    async unmerge(umid) {
      const { kind } = await administration.unmerge(scope, { umid });
      if (kind !== 'unmerged') throw new Error(`the merge was not undone: ${kind}`);
    },
    async deliver(umid, receivedAt) {
      const sent = receivedAt.map((at) => anEvent({ umid, receivedAt: at, time: at }));
      await hand(sent.map((event) => encodeEvent(account.name, event)));
      const stored = new Set((await store.tracking.events(scope, umid, 1_000)).map(({ id }) => id));
      return sent.filter(({ id }) => stored.has(id)).map((event) => event.receivedAt);
    },
  };
};
