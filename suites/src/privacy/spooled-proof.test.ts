import { expect, test } from 'vitest';
import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { privacyStage } from './privacy-stage.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PERSON = { name: 'customerId', value: 'C-1' };

test.each([
  ['where the edges have no spools', {}, 7],
  ['where events may wait in one for ten days', { spoolMaxAgeMs: 10 * DAY_MS }, 17],
])('the proof of an erasure names the day of the last copy %s', async (_, settings, days) => {
  const { adapter: store, close } = await embeddedFixture();
  const stage = privacyStage(store, settings);
  await stage.login({ identifiers: [PERSON] });
  const erased = await stage.privacy.erase(stage.scope(), { person: PERSON, by: 'admin@host', reason: '' });
  const { completedAt, lastCopyGoneOn } = erased.kind === 'erased' ? erased.proof : neverErased();
  expect(Date.parse(lastCopyGoneOn) - Date.parse(completedAt.slice(0, 10))).toBe(days * DAY_MS);
  await close();
});

const neverErased = (): never => {
  throw new Error('the person was not erased');
};
