import { describe, expect, test } from 'vitest';
import { createLive, deadlineIn, silentLogger } from '@kith/platform';
import type { ExpiryOutcome, ExpiryStore } from '@kith/ports';
import { anAccount, anExpiry, aProfile, BUILT_AT } from '@kith/testing';
import { startExpiryRunner, type ExpiryDeps } from './expiry-runner.ts';

const SECOND_MS = 1_000;
const ACCOUNT_SECONDS = 30;
/** More than an account's turn has time for, with an end where nobody else makes one. */
const BACKLOG = 200;

/** Something that can be awaited. */
const moment = () => {
  let comes = (): void => undefined;
  const come = new Promise<void>((resolve) => (comes = resolve));
  return { come, comes: () => comes() };
};

/** A sweep of one account, by a clock that goes on by a second with each step of the store. */
const sweepOf = (store: Partial<Pick<ExpiryStore, 'removeEvents' | 'idleVisitors' | 'expire'>>) => {
  let now = BUILT_AT + 10 * anAccount().retention.visitorsMs;
  const expired = new Map<string, number>();
  const swept = moment();
  const tick = async <T>(step: Promise<T>): Promise<T> => {
    now += SECOND_MS;
    return step;
  };
  const { removeEvents = async () => 0, idleVisitors = async () => [], expire } = store;
  const none: ExpiryOutcome = { kind: 'conflict' };
  const deps: ExpiryDeps = {
    holder: 'this process',
    expiry: {
      takeTurn: async () => true,
      putOff: async () => undefined,
      idleVisitors,
      removeEvents: (...asked) => tick(removeEvents(...asked)),
      expire: (...asked) => tick(expire?.(...asked) ?? Promise.resolve(none)),
    },
    consentHistory: { entries: async () => [], profiles: async () => [], tallies: async () => [] },
    keyring: { macs: () => [] },
    deadLetters: { removeBefore: async () => undefined },
    cache: {
      recognise: async () => null,
      remember: async () => undefined,
      tell: async () => undefined,
      forget: async () => undefined,
    },
    log: { keepFor: async () => undefined },
    accounts: createLive([anAccount()]).live,
    clock: () => now,
    callDeadline: () => deadlineIn(60_000),
    logger: silentLogger,
    metrics: {
      expired: (kind, count) => void expired.set(kind, (expired.get(kind) ?? 0) + count),
      swept: swept.comes,
    },
  };
  return { runner: startExpiryRunner(deps), swept: swept.come, expired };
};

const visitor = () => anExpiry({ profile: aProfile(), activities: new Map() });

/** A visitor whose events go in many steps. */
const crowd = (onStep: (step: number) => void = () => undefined) => {
  let steps = 0;
  const robot = visitor();
  return {
    steps: () => steps,
    idleVisitors: async () => (steps < BACKLOG ? [robot] : []),
    expire: async (): Promise<ExpiryOutcome> => {
      onStep((steps += 1));
      return steps < BACKLOG ? { kind: 'more', events: 500 } : { kind: 'expired', umdids: [], removed: {} };
    },
  };
};

describe('the time of an account', () => {
  test('goes by halves: visitors expire however many events wait', async () => {
    const idle = [visitor()];
    let steps = 0;
    const { runner, swept, expired } = sweepOf({
      removeEvents: async () => ((steps += 1) < BACKLOG ? 250 : 0),
      idleVisitors: async () => idle,
      expire: async () => {
        idle.pop();
        return { kind: 'expired', umdids: [], removed: {} };
      },
    });
    await swept;
    await runner.stop();
    expect(expired.get('visitor')).toBe(1);
    // What the visitors left of their half went to the events.
    expect(steps).toBe(ACCOUNT_SECONDS - 1);
  });

  test('ends within a visitor who has more events than go in it', async () => {
    const robot = crowd();
    const { runner, swept, expired } = sweepOf(robot);
    await swept;
    await runner.stop();
    expect(robot.steps()).toBeLessThan(ACCOUNT_SECONDS);
    expect(expired.get("visitor's event")).toBe(robot.steps() * 500);
    expect(expired.has('visitor')).toBe(false);
  });

  test('ends with a stop, after the step at hand', async () => {
    const atWork = moment();
    const robot = crowd(atWork.comes);
    const { runner } = sweepOf(robot);
    await atWork.come;
    await runner.stop();
    expect(robot.steps()).toBe(1);
  });
});
