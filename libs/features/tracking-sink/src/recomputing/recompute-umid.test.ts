import { expect, test } from 'vitest';
import { attributeRules, NO_ACTIVITY, type Activity, type EventPlace } from '@kith/domain/tracking';
import type { ActivityRecounts } from '@kith/ports';
import { anEvent, randomAccount, randomUmid, scopeOf } from '@kith/testing';
import { recomputeStep } from './recompute-umid.ts';

const { plan } = attributeRules(new Map([['pageViews', { kind: 'count', of: 'page' }]]));
const umid = randomUmid();
const EVENTS = 40;
const eventsPerStep = 2;

/** The newest first. */
const events = Array.from({ length: EVENTS }, (_, at) => anEvent({ umid, time: EVENTS - at }));

/** Activity and events of one umid. */
const storeOf = (first: Activity) => {
  const store = { activity: first };
  const recounts: ActivityRecounts = {
    activeUmids: async () => [umid],
    look: async (_scope, { after, limit }) => {
      const begin = after === null ? 0 : events.findIndex(({ id }) => id === after.id) + 1;
      const page = events.slice(begin, begin + limit);
      const next = page.length < limit ? null : page.at(-1)!;
      return { activity: store.activity, page: { events: page, next } };
    },
    replace: async (_scope, _umid, read, next) => {
      if (read !== store.activity) return false;
      store.activity = next;
      return true;
    },
  };
  return { store, recounts };
};

test('two recomputations of one umid that take turns go on with each other, and come to the same end', async () => {
  const { store, recounts } = storeOf({ ...NO_ACTIVITY, events: 7 });
  const scope = scopeOf(randomAccount());
  const runs: { inside: EventPlace | null; isDone: boolean }[] = [0, 1].map(() => ({
    inside: null,
    isDone: false,
  }));
  let [steps, counted] = [0, 0];
  while (runs.some(({ isDone }) => !isDone)) {
    for (const run of runs.filter(({ isDone }) => !isDone)) {
      const step = await recomputeStep(
        { recounts, scope, plan, receivedFrom: 0, eventsPerStep },
        umid,
        run.inside,
      );
      Object.assign(run, step);
      counted += step.events;
      steps += 1;
    }
    expect(steps).toBeLessThan(10 * EVENTS);
  }
  expect(store.activity).toMatchObject({
    events: EVENTS,
    attributes: { pageViews: { buckets: { 0: EVENTS } } },
  });
  expect(store.activity).not.toHaveProperty('recount');
  // One after the other they count every event twice.
  expect(counted).toBeLessThanOrEqual(2 * EVENTS + 2 * eventsPerStep);
});
