import { configuredRules } from '@kith/administration';
import { startIdentityResolution, type IdentityResolutionDeps } from '@kith/composition/identity-resolution';
import { encodeEvent, TRACKING_TOPIC } from '@kith/contracts';
import { deriveFirstUmid, type Umdid, type Umid } from '@kith/domain/identity';
import type { AccountRules, AttributeRule } from '@kith/domain/pipeline';
import { attributeRules, type TrackedEvent } from '@kith/domain/tracking';
import { createLive, createMetrics, silentLogger } from '@kith/platform';
import type { Deadline, RecomputeCursor, Scope } from '@kith/ports';
import { ampleDeadline, anEvent, NO_EXPRESSIONS, randomUmdid, scopeOf } from '@kith/testing';
import { createAttributeAdministration } from '@kith/tracking-sink';
import type { HandedLog } from '../poison/handed-log.ts';
import type { PoisonStore } from '../poison/poison-stage.ts';
import { shownPerson, type ShownPerson } from './shown-person.ts';
import { keyringOf, memoryCache } from '../use-cases/use-cases-over.ts';

export type RecomputingStore = PoisonStore & Pick<IdentityResolutionDeps, 'recounts'>;

/** A device with the umid that its first visit derives. */
export interface StageDevice {
  readonly umdid: Umdid;
  readonly umid: Umid;
}

/** An account of its own, over a real store and with the real sink, resolver and administration. */
export interface RecomputingStage {
  readonly devices: readonly StageDevice[];
  /** Visits with this customer; merges or switches as the rules have it. */
  visit(device: StageDevice, customerId: string): Promise<void>;
  /** Undoes the newest merge of the person who lives under the umid, where there is one. */
  unmerge(umid: Umid): Promise<void>;
  /** Appends events to the log; the sink takes them as one batch when it is told to. */
  track(umid: Umid, events: readonly Partial<TrackedEvent>[]): Promise<void>;
  sink(): Promise<void>;
  /** Goes on with a recomputation of everybody; null: it is through. */
  recompute(cursor: RecomputeCursor | null): Promise<RecomputeCursor | null>;
  configure(attributes: ReadonlyMap<string, AttributeRule>): void;
  /** What every living person shows, with the stored events that it should come of. */
  people(now: number): Promise<readonly ShownPerson[]>;
  stop(): Promise<void>;
}

/** So few at once that every page and every part of a recomputation has an end in the middle. */
const SMALL = { eventsPerStep: 3, umidsAtOnce: 2 };

export const recomputingStage = async (
  store: RecomputingStore,
  log: HandedLog,
  account: AccountRules,
  devices: number,
): Promise<RecomputingStage> => {
  const scope: Scope = scopeOf(account.name);
  const present = { account };
  const { live, replace } = createLive(configurationOf(account));
  const keyring = keyringOf();
  const { resolver, administration, stop } = await startIdentityResolution({
    ...store,
    log,
    cache: memoryCache(),
    expressions: NO_EXPRESSIONS,
    configuration: live,
    keyring,
    logger: silentLogger,
    metrics: createMetrics('suite'),
  });
  const attributes = createAttributeAdministration({
    ...store,
    rulesOf: configuredRules(live),
    clock: Date.now,
    ...SMALL,
  });
  const own = Array.from({ length: devices }, () => {
    const umdid = randomUmdid();
    return { umdid, umid: deriveFirstUmid(keyring.mac, account.name, umdid) };
  });
  let at = Date.now() - 60_000;
  return {
    devices: own,
    async visit({ umdid }, customerId) {
      at += 1;
      await resolver.resolve(scope, {
        pipeline: 'web',
        umdid,
        freshDevice: false,
        identifiers: [{ name: 'customerId', value: customerId }],
        consent: { permissions: {}, acknowledgements: [] },
        sections: [],
        retryKeys: [],
        receivedAt: at,
        requestId: `request-${at}`,
      });
    },
    unmerge: async (umid) => {
      await administration.unmerge(scope, { umid });
    },
    track: (umid, events) =>
      log.append(
        ampleDeadline(),
        TRACKING_TOPIC,
        events.map((members) => ({
          key: umid,
          value: encodeEvent(account.name, anEvent({ ...members, umid, bindingVersion: 1 })),
        })),
      ),
    sink: log.deliver,
    async recompute(cursor) {
      const part = await attributes.recompute({ ...scope, deadline: impatience() }, { cursor });
      if (part.kind === 'unknown') throw new Error('everybody is known');
      return part.next;
    },
    configure: (rules) => {
      present.account = { ...account, ...attributeRules(rules) };
      replace(configurationOf(present.account));
    },
    people: async (now) => {
      const { profiles } = await store.profiles.load(scope, { umids: own.map(({ umid }) => umid) });
      const living = new Map(profiles.map(({ profile }) => [profile.umid, profile]));
      return Promise.all(
        Array.from(living.values(), (one) => shownPerson(store, scope, present.account, one, now)),
      );
    },
    stop,
  };
};

/** Leaves a part no more time than its first step takes. */
const impatience = (): Deadline => {
  let left = 20_000;
  return {
    remainingMs: () => {
      const now = left;
      left = 5_000;
      return now;
    },
  };
};

const configurationOf = (account: AccountRules) => ({
  accounts: new Map([[account.name, account]]),
  pipelines: new Map(),
});
