import { expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailedParcel, Given } from '@kith/domain/destinations';
import type { Profile } from '@kith/domain/identity';
import { isCleared } from '@kith/domain/privacy';
import type { Scope } from '@kith/ports';
import {
  aBeginning,
  aCommit,
  aConsentEntry,
  aDeliveryTaking,
  aGiven,
  ampleDeadline,
  anActivity,
  anAuditEntry,
  anEvent,
  aProfile,
  aTrackingCommit,
  aWaitingRemoval,
  fresh,
  manyOf,
  newIdentifier,
  randomAccount,
  scopeOf,
  temporaryDirectory,
  trackingWrites,
} from '@kith/testing';
import { openEmbeddedStore, type EmbeddedStore } from './open-embedded-store.ts';

const OTHERS = 100;

const DESTINATION = 'campaigns';

/** A person whose every value begins with the mark; one of many, so that pages are shared with others. */
const store = async (store: EmbeddedStore, scope: Scope, mark: string): Promise<Profile> => {
  const held = { name: 'customerId', value: `${mark}-identifier`, firstSeen: 1, lastSeen: 1 };
  const profile = aProfile({ identifiers: [held] });
  const { umid } = profile;
  const consent = [aConsentEntry({ umid, source: `${mark}-consent` })];
  const identifiers = [newIdentifier(held, umid)];
  await store.profiles.commit(scope, aCommit({ profiles: [fresh(profile)], identifiers, consent }));
  const events = manyOf(5, (index) => anEvent({ umid, properties: { name: `${mark}-event-${index}` } }));
  const writes = new Map([
    [scope.account, trackingWrites({ events, activities: new Map([[umid, anActivity(5)]]) })],
  ]);
  await store.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
  await store.log.append(ampleDeadline(), 'tracking', [{ key: umid, value: `${mark}-record` }]);
  return profile;
};

const givenOf = (profile: Profile): Given =>
  aGiven({
    umid: profile.umid,
    identifiers: profile.identifiers.map(({ name, value }) => ({ name, value })),
  });

/** A removal that was laid aside, with what had been given. */
const aFailedRemoval = (given: Given): FailedParcel => {
  const { umid, since } = given;
  const occurrence = { kind: 'removal', umid, at: since, since, given } as const;
  return { ...aWaitingRemoval(umid), occurrence, failedAt: since };
};

const erase = async ({ privacy }: EmbeddedStore, scope: Scope, profile: Profile): Promise<void> => {
  const beginning = aBeginning(profile);
  expect(await privacy.begin(scope, beginning)).toBe('begun');
  let erasure: typeof beginning.erasure | null = beginning.erasure;
  while (erasure !== null && !isCleared(erasure)) erasure = await privacy.removeSome(scope, erasure.id, 100);
  expect(await privacy.finish(scope, beginning.erasure.id, anAuditEntry(1))).toBe('finished');
};

const MEMBERS = ['identifier', 'consent', 'event', 'record'];

const membersInFile = async (directory: string, mark: string): Promise<readonly string[]> => {
  const file = await readFile(join(directory, 'store', 'data.mdb'), 'latin1');
  return MEMBERS.filter((member) => file.includes(`${mark}-${member}`));
};

test('no value of an erased person is left in the file, and everybody else is', async () => {
  const directory = await temporaryDirectory();
  const opened = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const scope = scopeOf(randomAccount());
  const early = await Promise.all(manyOf(OTHERS, (index) => store(opened, scope, `early${index}`)));
  const person = await store(opened, scope, 'THE-PERSON');
  const late = await Promise.all(manyOf(OTHERS, (index) => store(opened, scope, `late${index}`)));
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual(MEMBERS);
  await erase(opened, scope, person);
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual([]);
  expect(await membersInFile(directory.path, 'early7')).toEqual(MEMBERS);
  const others = [...early, ...late];
  for (const other of others) expect(await opened.profiles.stored(scope, other.umid)).toEqual(other);
  await opened.close();
  await directory.remove();
});

/** Runs with a person whom destinations were given, among others, and who has been erased since. */
const withErasedGiven = async (
  run: (opened: EmbeddedStore, scope: Scope, given: Given) => Promise<void>,
): Promise<void> => {
  const directory = await temporaryDirectory();
  const opened = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const scope = scopeOf(randomAccount());
  const person = await store(opened, scope, 'THE-PERSON');
  await opened.deliveries.open(scope, DESTINATION, { isPaused: false, since: 0 });
  await opened.deliveries.noteGiven(
    scope,
    DESTINATION,
    manyOf(OTHERS, () => aGiven()),
  );
  await opened.deliveries.noteGiven(scope, DESTINATION, [givenOf(person)]);
  await opened.deliveries.noteGiven(
    scope,
    DESTINATION,
    manyOf(OTHERS, () => aGiven()),
  );
  await erase(opened, scope, person);
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual(['identifier']);
  await run(opened, scope, givenOf(person));
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual([]);
  await opened.close();
  await directory.remove();
};

const layAside = async ({ deliveries }: EmbeddedStore, scope: Scope, given: Given): Promise<void> => {
  const taking = aDeliveryTaking({ failed: [aFailedRemoval(given)] });
  expect(await deliveries.take(scope, DESTINATION, taking)).toBe('taken');
  await deliveries.forgetGiven(scope, DESTINATION, given);
};

test('a removal that is told after the erasure leaves nothing in the file of what the destination had', () =>
  withErasedGiven(({ deliveries }, scope, given) => deliveries.forgetGiven(scope, DESTINATION, given)));

test('a removal that was laid aside and is told at last leaves nothing in the file', () =>
  withErasedGiven(async (opened, scope, given) => {
    await layAside(opened, scope, given);
    await opened.scrubbed();
    await opened.deliveries.replayFailed(scope, DESTINATION, { limit: 1, dueAt: 0 });
    const [waiting] = await opened.deliveries.waiting(scope, DESTINATION, 1);
    const { lane, place } = waiting!;
    const progress = { lane, gone: [place], failed: [], tried: null, dueAt: 0 };
    await opened.deliveries.proceed(scope, DESTINATION, progress);
  }));

test('a removal that was laid aside for good leaves nothing in the file when its time is over', () =>
  withErasedGiven(async (opened, scope, given) => {
    await layAside(opened, scope, given);
    await opened.scrubbed();
    expect(await opened.deliveries.removeFailedBefore(scope, DESTINATION, given.since + 1, 10)).toBe(1);
  }));

test('what a process that ended had not scrubbed is scrubbed by the next', async () => {
  const directory = await temporaryDirectory();
  const opened = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const scope = scopeOf(randomAccount());
  const person = await store(opened, scope, 'THE-PERSON');
  await Promise.all(manyOf(OTHERS, (index) => store(opened, scope, `late${index}`)));
  await erase(opened, scope, person);
  await opened.close();
  expect(await membersInFile(directory.path, 'THE-PERSON')).not.toEqual([]);
  const again = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  await again.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual([]);
  await again.close();
  await directory.remove();
});
