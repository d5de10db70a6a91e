import { expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailedDelivery, SharedRecord } from '@kith/domain/destinations';
import type { Profile } from '@kith/domain/identity';
import { isCleared } from '@kith/domain/privacy';
import type { DestinationStore, Scope } from '@kith/ports';
import {
  aBeginning,
  aCommit,
  aConsentEntry,
  aTakenPart,
  aSharedRecord,
  ampleDeadline,
  anActivity,
  anAuditEntry,
  anEvent,
  aProfile,
  aTrackingCommit,
  aQueuedRemoval,
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

const campaignsOf = ({ destinations }: EmbeddedStore, { account }: Scope): DestinationStore =>
  destinations.of({ account, destination: 'campaigns' });

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

const recordOf = (profile: Profile): SharedRecord =>
  aSharedRecord({
    umid: profile.umid,
    identifiers: profile.identifiers.map(({ name, value }) => ({ name, value })),
  });

/** A removal that failed, with what had been shared. */
const aFailedRemoval = (record: SharedRecord): FailedDelivery => {
  const { umid, since } = record;
  const occurrence = { kind: 'removal', umid, at: since, since, shared: record } as const;
  return { ...aQueuedRemoval(umid), occurrence, failedAt: since };
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
  // Together, so that the person's record in the log shares a row with those of others.
  const [person, ...late] = await Promise.all([
    store(opened, scope, 'THE-PERSON'),
    ...manyOf(OTHERS, (index) => store(opened, scope, `late${index}`)),
  ]);
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual(MEMBERS);
  await erase(opened, scope, person);
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual([]);
  for (const other of ['early7', 'late0', 'late1'])
    expect(await membersInFile(directory.path, other)).toEqual(MEMBERS);
  const others = [...early, ...late];
  for (const other of others) expect(await opened.profiles.stored(scope, other.umid)).toEqual(other);
  await opened.close();
  await directory.remove();
});

/** Runs with a person of whom something was shared, among others, and who has been erased since. */
const withErasedRecord = async (
  run: (opened: EmbeddedStore, scope: Scope, record: SharedRecord) => Promise<void>,
): Promise<void> => {
  const directory = await temporaryDirectory();
  const opened = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
  const scope = scopeOf(randomAccount());
  const person = await store(opened, scope, 'THE-PERSON');
  const { control, shared } = campaignsOf(opened, scope);
  await control.open(scope.deadline, { isPaused: false, since: 0 });
  await shared.save(
    scope.deadline,
    manyOf(OTHERS, () => aSharedRecord()),
  );
  await shared.save(scope.deadline, [recordOf(person)]);
  await shared.save(
    scope.deadline,
    manyOf(OTHERS, () => aSharedRecord()),
  );
  await erase(opened, scope, person);
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual(['identifier']);
  await run(opened, scope, recordOf(person));
  await opened.scrubbed();
  expect(await membersInFile(directory.path, 'THE-PERSON')).toEqual([]);
  await opened.close();
  await directory.remove();
};

const fail = async (opened: EmbeddedStore, scope: Scope, record: SharedRecord): Promise<void> => {
  const { intake, shared } = campaignsOf(opened, scope);
  const part = aTakenPart({ failed: [aFailedRemoval(record)] });
  expect(await intake.commit(scope.deadline, part)).toBe('taken');
  await shared.remove(scope.deadline, record);
};

test('a removal that is told after the erasure leaves nothing in the file of what the destination had', () =>
  withErasedRecord((opened, scope, record) =>
    campaignsOf(opened, scope).shared.remove(scope.deadline, record),
  ));

test('a removal that was laid aside and is told at last leaves nothing in the file', () =>
  withErasedRecord(async (opened, scope, record) => {
    await fail(opened, scope, record);
    await opened.scrubbed();
    const { failures, retries } = campaignsOf(opened, scope);
    await failures.replay(scope.deadline, { limit: 1, dueAt: 0 });
    const [waiting] = await retries.heads(scope.deadline, 1);
    const { queue, sequence } = waiting!;
    const progress = { queue, gone: [sequence], failed: [], tried: null, dueAt: 0 };
    await retries.proceed(scope.deadline, progress);
  }));

test('a removal that was laid aside for good leaves nothing in the file when its time is over', () =>
  withErasedRecord(async (opened, scope, record) => {
    await fail(opened, scope, record);
    await opened.scrubbed();
    const { failures } = campaignsOf(opened, scope);
    expect(await failures.removeBefore(scope.deadline, record.since + 1, 10)).toBe(1);
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
