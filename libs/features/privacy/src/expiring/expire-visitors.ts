import { setImmediate } from 'node:timers/promises';
import type { AccountName } from '@kith/domain/pipeline';
import { decideExpiry, umidsOfPerson } from '@kith/domain/privacy';
import type { Expiry, IdleVisitor, Scope } from '@kith/ports';
import type { Expiring, ExpiringVisitors, GoOn } from './expiring.ts';
import { expiryNotesOf } from './expiry-notes-of.ts';

const VISITORS_PER_LOOK = 100;
/** A visitor with more events than that goes in several steps, its events first. */
const EVENTS_PER_STEP = 500;

/**
 * `changed`: somebody changed it meanwhile. `begun`: some of its events are gone, and the time for more is over.
 */
type Became = 'expired' | 'kept' | 'changed' | 'begun';

/** Removes the visitors of an account who were last seen before, one after the other; how many it were. */
export const expireVisitors = async (
  parts: ExpiringVisitors,
  account: AccountName,
  seenBefore: number,
  goOn: GoOn,
): Promise<number> => {
  let all = 0;
  while (goOn()) {
    const scope = { account, deadline: parts.callDeadline() };
    const idle = await parts.expiry.idleVisitors(scope, seenBefore, VISITORS_PER_LOOK);
    let settled = 0;
    for (const visitor of idle) {
      if (!goOn()) return all;
      const became = await settle(parts, account, visitor, seenBefore, goOn);
      settled += Number(became !== 'changed');
      all += Number(became === 'expired');
      await setImmediate();
    }
    // Those that somebody changed meanwhile are looked at next time.
    if (idle.length < VISITORS_PER_LOOK || settled === 0) break;
  }
  return all;
};

const settle = async (
  parts: ExpiringVisitors,
  account: AccountName,
  visitor: IdleVisitor,
  seenBefore: number,
  goOn: GoOn,
): Promise<Became> => {
  const { profile, activities } = visitor;
  const decision = decideExpiry(profile, activities.values(), seenBefore, parts.clock());
  const scope = { account, deadline: parts.callDeadline() };
  switch (decision.kind) {
    case 'expired': {
      const notes = await expiryNotesOf(parts, scope, profile, decision.change.at);
      return expireVisitor(parts, scope, { ...visitor, change: decision.change, notes }, goOn);
    }
    case 'seenLater':
      await parts.expiry.putOff(scope, profile, decision.at);
      return 'kept';
    case 'kept':
      await parts.expiry.putOff(scope, profile, null);
      return 'kept';
  }
};

/**
 * The edge is sent to the resolver for all umids of the visitor before anything is removed: their marks outlive every
 * entry of its cache. Afterwards the entries go, so that none of them outranks that of a fresh start.
 */
const expireVisitor = async (
  { expiry, cache, metrics, callDeadline }: ExpiringVisitors,
  scope: Scope,
  visitor: Expiry,
  goOn: GoOn,
): Promise<Became> => {
  await Promise.all(umidsOfPerson(visitor.profile).map((umid) => cache.redirect(scope, umid)));
  do {
    const step = { ...scope, deadline: callDeadline() };
    const outcome = await expiry.expire(step, visitor, EVENTS_PER_STEP);
    if (outcome.kind === 'conflict') return 'changed';
    if (outcome.kind === 'more') metrics.expired("visitor's event", outcome.events);
    else {
      await Promise.all(outcome.umdids.map((umdid) => cache.forget(step, umdid)));
      count(metrics, outcome.removed);
      return 'expired';
    }
    await setImmediate();
  } while (goOn());
  return 'begun';
};

const count = (
  metrics: Expiring['metrics'],
  { devices = 0, events = 0, consentEntries = 0, links = 0 }: Readonly<Record<string, number | undefined>>,
): void => {
  metrics.expired('visitor', 1);
  metrics.expired("visitor's device", devices);
  metrics.expired("visitor's event", events);
  metrics.expired("visitor's consent entry", consentEntries);
  metrics.expired("visitor's link", links);
};
