import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMongodbStore, type MongodbStore } from '@kith/mongodb';
import type { Umid } from '@kith/domain/identity';
import {
  aCommit,
  aConsentEntry,
  aDevice,
  aLink,
  anEvent,
  aProfile,
  fresh,
  manyOf,
  randomAccount,
  randomName,
  randomUmid,
  scopeOf,
  serverAddress,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { MongoClient } from 'mongodb';
import { openAnalystStage, type AnalystStage } from './analyst-stage.ts';
import { defineAnalysts } from './define-analysts.ts';
import { storeEvents } from './known-person.ts';

const client = new MongoClient(serverAddress('MONGODB_URI'));
const database = randomName('kith').slice(0, 24);
afterAll(async () => {
  await client.db(database).dropDatabase();
  await client.close();
});

const open = async (): Promise<{ readonly store: MongodbStore; readonly close: () => Promise<void> }> => {
  const store = await openMongodbStore({ uri: serverAddress('MONGODB_URI'), database });
  return { store, close: store.close };
};

defineAnalysts('over MongoDB, analysts see that', open);

describe('a page of a hundred persons', () => {
  const account = randomAccount();
  const umids = manyOf(100, randomUmid);
  const absorbed = manyOf(100, randomUmid);
  let store: MongodbStore;
  let stage: AnalystStage;

  const endings = useEndings();
  beforeAll(async () => {
    ({ store } = await open());
    endings.push(() => store.close());
    stage = await openAnalystStage(store);
    endings.push(() => stage.close());
    const next = (index: number): Umid => umids[(index + 1) % 100]!;
    await store.profiles.commit(
      scopeOf(account),
      aCommit({
        profiles: umids.map((umid, index) =>
          fresh(
            aProfile({
              umid,
              absorbed: [absorbed[index]!],
              identifiers: [{ name: 'email', value: `${index}`, firstSeen: 1, lastSeen: 1 }],
            }),
          ),
        ),
        devices: [...umids, ...absorbed].map((umid) => fresh(aDevice({ umid }))),
        links: umids.map((umid, index) => aLink(umid, next(index))),
        consent: [...umids, ...absorbed].map((umid) => aConsentEntry({ umid })),
      }),
    );
    await storeEvents(
      store,
      account,
      [...umids, ...absorbed].map((umid) => anEvent({ umid })),
    );
  });

  /** What the server was asked meanwhile, by the collection. */
  const commandsOf = async (calls: () => Promise<unknown>): Promise<readonly string[]> => {
    await client.db(database).command({ profile: 2 });
    await calls();
    await client.db(database).command({ profile: 0 });
    const profiled = await client
      .db(database)
      .collection<{ readonly ns: string }>('system.profile')
      .find({ appName: 'kith', op: { $in: ['query', 'command', 'getmore'] } })
      .toArray();
    return profiled.map(({ ns }) => ns.slice(database.length + 1));
  };

  test('costs a handful of round trips, whatever is asked of each', async () => {
    const query = `{ persons(first: 100) { edges { node {
      umid lastSeen attributesByNames(names: ["pageViews"]) { value } linkedIdentifiers { value } umdids(first: 2)
      events(first: 2) { edges { node { id } } } consentHistory(first: 2) { edges { node { kind } } } } } } }`;
    let answer: unknown;
    const commands = await commandsOf(async () => {
      answer = await stage.ask(account, query);
    });
    const nodes = (answer as { data: { persons: { edges: { node: unknown }[] } } }).data.persons.edges;
    expect(nodes).toHaveLength(100);
    expect(nodes.map(({ node }) => node)).toEqual(
      Array.from(nodes, () => ({
        umid: expect.any(String),
        lastSeen: expect.any(String),
        attributesByNames: [{ value: '2' }],
        linkedIdentifiers: [{ value: expect.any(String) }, { value: expect.any(String) }],
        umdids: [expect.any(String), expect.any(String)],
        events: { edges: [{ node: expect.anything() }, { node: expect.anything() }] },
        consentHistory: { edges: [{ node: { kind: 'permission' } }, { node: { kind: 'permission' } }] },
      })),
    );
    // The sources of the index, the page itself, devices, links and the linked profiles; both parts of the history.
    expect(commands.toSorted()).toEqual([
      ...['activity', 'consent_history', 'consent_history', 'events'],
      ...['identity', 'identity', 'identity', 'identity', 'identity'],
    ]);
  });
});
