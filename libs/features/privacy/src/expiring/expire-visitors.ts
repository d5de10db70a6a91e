import { setImmediate } from 'node:timers/promises';
import type { Profile, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { decideExpiry, expiryNotes, type Suppression, umidsOfPerson } from '@kith/domain/privacy';
import type { Keyring, Metrics } from '@kith/platform';
import {
  chainEntries,
  type ConsentHistory,
  type Deadline,
  type Expiry,
  type ExpiryStore,
  type IdleVisitor,
  type Scope,
  type UmidCache,
} from '@kith/ports';

/** What is counted of what expired. */
interface ExpiryMetrics {
  /** `kind` says what, and whose where that is not plain. */
  expired(kind: string, count: number): void;
  /** A sweep has come to its end, in epoch milliseconds. */
  swept(at: number): void;
}

const VISITORS_PER_LOOK = 100;
/** A visitor with more events than that goes in several steps, its events first. */
const EVENTS_PER_STEP = 500;

export interface VisitorExpiryDeps {
  readonly expiry: ExpiryStore;
  readonly consentHistory: ConsentHistory;
  /** Holds the secret `suppression`. */
  readonly keyring: Pick<Keyring, 'macs'>;
  readonly cache: UmidCache;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long one step may take. */
  readonly callDeadline: () => Deadline;
  readonly metrics: ExpiryMetrics;
}

/** Whether to go on: nobody has asked for an end, and the time for one account is not over. */
export type GoOn = () => boolean;

/** The visitors of an account who were last seen before that time, in epoch milliseconds. */
export interface IdleSince {
  readonly account: AccountName;
  readonly seenBefore: number;
  readonly goOn: GoOn;
}

type HistoryDeps = Pick<VisitorExpiryDeps, 'consentHistory' | 'keyring'>;

/**
 * `changed`: somebody changed it meanwhile. `begun`: some of its events are gone, and the time for more is over.
 */
type Became = 'expired' | 'kept' | 'changed' | 'begun';

/** Removes the visitors of an account who were last seen before, one after the other; how many it were. */
export const expireVisitors = async (deps: VisitorExpiryDeps, idle: IdleSince): Promise<number> => {
  const { account, seenBefore, goOn } = idle;
  let all = 0;
  while (goOn()) {
    const scope = { account, deadline: deps.callDeadline() };
    const visitors = await deps.expiry.idleVisitors(scope, seenBefore, VISITORS_PER_LOOK);
    let settled = 0;
    for (const visitor of visitors) {
      if (!goOn()) return all;
      const became = await settle(deps, idle, visitor);
      settled += Number(became !== 'changed');
      all += Number(became === 'expired');
      await setImmediate();
    }
    // Those that somebody changed meanwhile are looked at next time.
    if (visitors.length < VISITORS_PER_LOOK || settled === 0) break;
  }
  return all;
};

const settle = async (
  deps: VisitorExpiryDeps,
  { account, seenBefore, goOn }: IdleSince,
  visitor: IdleVisitor,
): Promise<Became> => {
  const { profile, activities } = visitor;
  const decision = decideExpiry(profile, activities.values(), seenBefore, deps.clock());
  const scope = { account, deadline: deps.callDeadline() };
  switch (decision.kind) {
    case 'expired': {
      const notes = await expiryNotesOf(deps, scope, profile, decision.change.at);
      return expireVisitor(deps, scope, { ...visitor, change: decision.change, notes, tallies: [] }, goOn);
    }
    case 'seenLater':
      await deps.expiry.putOff(scope, profile, decision.at);
      return 'kept';
    case 'kept':
      await deps.expiry.putOff(scope, profile, null);
      return 'kept';
  }
};

/**
 * The edge is sent to the resolver for all umids of the visitor before anything is removed: their marks outlive every
 * entry of its cache. Afterwards the entries go, so that none of them outranks that of a fresh start.
 */
const expireVisitor = async (
  { expiry, cache, metrics, callDeadline }: VisitorExpiryDeps,
  scope: Scope,
  visitor: Expiry,
  goOn: GoOn,
): Promise<Became> => {
  await cache.tell(scope, { redirected: umidsOfPerson(visitor.profile) });
  do {
    const step = { ...scope, deadline: callDeadline() };
    const outcome = await expiry.expire(step, visitor, EVENTS_PER_STEP);
    if (outcome.kind === 'conflict') return 'changed';
    if (outcome.kind === 'more') metrics.expired("visitor's event", outcome.events);
    else {
      await cache.forget(step, outcome.umdids);
      count(metrics, outcome.removed);
      return 'expired';
    }
    await setImmediate();
  } while (goOn());
  return 'begun';
};

const count = (
  metrics: ExpiryMetrics,
  { devices = 0, events = 0, consentEntries = 0, links = 0 }: Readonly<Record<string, number | undefined>>,
): void => {
  metrics.expired('visitor', 1);
  metrics.expired("visitor's device", devices);
  metrics.expired("visitor's event", events);
  metrics.expired("visitor's consent entry", consentEntries);
  metrics.expired("visitor's link", links);
};

/**
 * What to note of a visitor whom the chain of somebody else may name: whoever was part of a merge that was undone says so
 * in a chain of its own. Of others, who are nearly all, nothing is noted.
 */
const expiryNotesOf = async (
  deps: HistoryDeps,
  scope: Scope,
  profile: Profile,
  now: number,
): Promise<readonly Suppression[]> => {
  if (profile.consentHead === null && profile.absorbed.length === 0) return [];
  const umids = umidsOfPerson(profile);
  // Whoever wrote the entries may have had another clock.
  const at = Math.max(now, profile.changedAt);
  for (const umid of umids) {
    if (!(await cameApart(deps, scope, umid))) continue;
    return umids.flatMap((one) => expiryNotes(deps.keyring.macs, scope.account, one, at));
  }
  return [];
};

const cameApart = async ({ consentHistory }: HistoryDeps, scope: Scope, umid: Umid): Promise<boolean> => {
  for await (const { entry } of chainEntries(consentHistory, scope, umid, { order: 'newestFirst' })) {
    if (entry === null || entry.fact.kind === 'unmerge') return true;
  }
  return false;
};

/** Registers what expiry counts. */
export const createExpiryMetrics = (metrics: Metrics): ExpiryMetrics => {
  const expired = metrics.counter(
    'kith_expired_total',
    'what was removed because its account no longer keeps it',
    ['kind'],
  );
  const sweeps = metrics.gauge(
    'kith_expiry_sweep_timestamp_seconds',
    'when this process last ended a sweep of all accounts; it may be the turn of another one',
  );
  return {
    expired: (kind, count) => expired.inc({ kind }, count),
    swept: (at) => sweeps.set(at / 1_000),
  };
};
