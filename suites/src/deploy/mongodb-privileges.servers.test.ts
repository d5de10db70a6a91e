import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openMongodbCredentials,
  openMongodbDestinations,
  openMongodbReader,
  openMongodbStore,
  type MongodbStore,
} from '@kith/mongodb';
import {
  aCommit,
  anIdentifier,
  aProfile,
  defineCredentialStoreContract,
  defineDestinationStoresContract,
  defineExpiryStoreContract,
  defineOutboxContract,
  definePersonReaderContract,
  definePrivacyStoreContract,
  defineProfileStoreContract,
  defineTrackingStoreContract,
  durableFixture,
  fresh,
  randomAccount,
  randomUmdid,
  scopeOf,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { MongoClient, type Collection, type Db } from 'mongodb';
import { startMongodbWithUsers, type MongodbWithUsers } from '../servers/mongodb-with-users.ts';
import { operationsBlock, operationsTable } from './operations-page.ts';

const PASSWORD = 'p@ss:word/of a user?';

interface User {
  readonly app: string;
  readonly database: string;
}
const RESOLVER: User = { app: 'identity-resolver', database: 'kith' };
const ACTIVATION: User = { app: 'activation', database: 'kith' };
const READER: User = { app: 'graphql-query', database: 'kith' };
const TOKENS: User = { app: 'auth-token', database: 'kith-credentials' };

const started: MongodbWithUsers[] = [];
const mongodb = (): MongodbWithUsers => started[0]!;
const databaseOf = (name: string): Db => mongodb().admin.client.db(name);
const uriOf = ({ app, database }: User): string => mongodb().uriOf(database, `kith-${app}`, PASSWORD);

/** What mongosh makes of the administrator's commands. */
interface Administration extends Record<
  'createRole' | 'createUser',
  (document: Record<string, unknown>) => void
> {
  grantPrivilegesToRole(role: string, privileges: readonly unknown[]): void;
}

/** The commands that mongosh would send for a script, by database. */
const commandsOf = (script: string): readonly (readonly [database: string, command: object])[] => {
  const commands: [string, object][] = [];
  const getSiblingDB = (database: string): Administration => ({
    createRole: ({ role, ...rest }) => void commands.push([database, { createRole: role, ...rest }]),
    createUser: ({ user, ...rest }) => void commands.push([database, { createUser: user, ...rest }]),
    grantPrivilegesToRole: (role, privileges) =>
      void commands.push([database, { grantPrivilegesToRole: role, privileges }]),
  });
  runInNewContext(script, { db: { getSiblingDB }, passwordPrompt: () => PASSWORD });
  return commands;
};

const endings = useEndings();
beforeAll(async () => {
  started.push(await startMongodbWithUsers());
  endings.push(() => mongodb().stop());
  for (const [database, command] of commandsOf(await operationsBlock('MongoDB', 'js'))) {
    await databaseOf(database).command(command);
  }
});

const empty = async ({ database }: User): Promise<void> => {
  await databaseOf(database).dropDatabase();
};

const resolver =
  <T>(pick: (store: MongodbStore) => T) =>
  () =>
    durableFixture(
      async () => {
        const store = await openMongodbStore({ uri: uriOf(RESOLVER) });
        return { adapter: pick(store), close: store.close };
      },
      () => empty(RESOLVER),
    );

/** Contracts close what they opened after their last test; only then is all said. */
const testThatNothingWasRefused = (): void => {
  test('all of that needs no privilege more', async () => {
    expect(await mongodb().refusals()).toEqual([]);
  });
};

describe('as the user of identity-resolver,', () => {
  defineProfileStoreContract(resolver((store) => store.profiles));
  defineTrackingStoreContract(resolver((store) => store));
  defineOutboxContract(resolver((store) => store));
  definePrivacyStoreContract(resolver((store) => store));
  defineExpiryStoreContract(resolver((store) => store));
  definePersonReaderContract(resolver((store) => store));
  testThatNothingWasRefused();
});

describe('as the user of activation,', () => {
  defineDestinationStoresContract(() =>
    durableFixture(
      async () => {
        // The resolver makes the collections, and erases.
        const store = await openMongodbStore({ uri: uriOf(RESOLVER) });
        const { destinations, profiles, isReady, close } = await openMongodbDestinations({
          uri: uriOf(ACTIVATION),
        });
        expect(await isReady()).toBe(true);
        await profiles.load(scopeOf(randomAccount()), { umids: [aProfile().umid] });
        await profiles.activities(scopeOf(randomAccount()), [aProfile().umid]);
        const closeBoth = async (): Promise<void> => {
          await close();
          await store.close();
        };
        return { adapter: { ...store, destinations }, close: closeBoth };
      },
      () => empty(RESOLVER),
    ),
  );
  testThatNothingWasRefused();
});

describe('as the user of auth-token,', () => {
  defineCredentialStoreContract(() =>
    durableFixture(
      async () => {
        const { credentials, close } = await openMongodbCredentials({ uri: uriOf(TOKENS), clock: Date.now });
        return { adapter: credentials, close };
      },
      () => empty(TOKENS),
    ),
  );
  testThatNothingWasRefused();
});

describe('as the user of graphql-query,', () => {
  test('what the resolver wrote is read', async () => {
    const [store, scope, profile] = [
      await openMongodbStore({ uri: uriOf(RESOLVER) }),
      scopeOf(randomAccount()),
      aProfile(),
    ];
    await store.profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    const reader = await openMongodbReader({ uri: uriOf(READER) });
    expect(await reader.isReady()).toBe(true);
    const wanted = {
      umids: [profile.umid],
      umdid: randomUmdid(),
      identifiers: [anIdentifier()],
      shared: [anIdentifier()],
    };
    expect((await reader.profiles.load(scope, wanted)).profiles).toEqual([{ umid: profile.umid, profile }]);
    await reader.profiles.links(scope, profile.umid, 1);
    await reader.profiles.activities(scope, [profile.umid]);
    const { umid } = profile;
    const selection = { by: 'created', order: 'newestFirst', limit: 5 } as const;
    expect(await reader.catalogue.persons(scope, selection)).toEqual([profile]);
    await reader.details.linksByUmid(scope, [umid], 1);
    await reader.details.devicesByUmid(scope, [umid], 1);
    await reader.details.eventsOf(scope, [{ umids: [umid], limit: 1 }]);
    await reader.details.consentOf(scope, [{ umid, after: null, limit: 1 }]);
    const span = { from: 0, to: 1 };
    await reader.statistics.countEvents(scope, { span, granularity: 'hour', groupBy: [], limit: 1 });
    await Promise.all([reader.close(), store.close()]);
    await empty(READER);
  });
  testThatNothingWasRefused();
});

const ACTIONS: Readonly<Record<string, (collection: Collection) => Promise<unknown>>> = {
  find: (collection) => collection.findOne({}),
  insert: (collection) => collection.insertOne({ probed: true }),
  update: (collection) => collection.updateOne({ probed: 'never' }, { $set: { probed: true } }),
  remove: (collection) => collection.deleteOne({ probed: 'never' }),
};

/** The rows of the page, as `kith.profiles: find, insert, update`, of one app or of all. */
const grantedTo = async (app?: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await operationsTable('MongoDB');
  return new Map(
    rows
      .filter(([of]) => app === undefined || of === app)
      .flatMap(([, database = '', collections = '', may = '']) =>
        collections.split(', ').map((collection) => [`${database}.${collection}`, may.split(', ')] as const),
      ),
  );
};

const REFUSED = Symbol('refused');

/** What the server lets a user do with the collections of all apps. */
const allowedTo = async (user: User): Promise<ReadonlyMap<string, readonly string[]>> => {
  const client = new MongoClient(uriOf(user));
  const allowed = new Map<string, string[]>();
  for (const place of (await grantedTo()).keys()) {
    const [database = '', collection = ''] = place.split('.');
    for (const [action, attempt] of Object.entries(ACTIONS)) {
      const outcome = await attempt(client.db(database).collection(collection)).catch((error: unknown) => {
        expect(error).toMatchObject({ codeName: 'Unauthorized' });
        return REFUSED;
      });
      if (outcome !== REFUSED) allowed.set(place, [...(allowed.get(place) ?? []), action]);
    }
  }
  await client.close();
  return allowed;
};

describe.each([RESOLVER, ACTIVATION, READER, TOKENS])('the user of $app', (user) => {
  afterAll(() => Promise.all([empty(RESOLVER), empty(TOKENS)]));

  test('may do with the collections of all apps what the page says, and nothing else', async () => {
    expect(await allowedTo(user)).toEqual(await grantedTo(user.app));
  });

  test('does not get in with a wrong password, and the sentence shows none', async () => {
    const uri = uriOf(user).replace(encodeURIComponent(PASSWORD), 'hunter2');
    await expect(openMongodbReader({ uri })).rejects.toEqual(
      expect.objectContaining({ message: 'mongodb: it answered AuthenticationFailed (18)' }),
    );
  });
});

test('nobody but the resolver may write to what is about profiles', async () => {
  // Who runs registers there, and nothing else is in it.
  const rows = (await operationsTable('MongoDB')).filter(
    ([, database, collections, may]) => database === 'kith' && collections !== 'programs' && may !== 'find',
  );
  const written = rows.filter(([app]) => app !== 'identity-resolver');
  expect(new Set(written.map(([app]) => app))).toEqual(new Set(['activation']));
  const collections = written.flatMap(([, , names = '']) => names.split(', '));
  expect(collections.filter((name) => !/^(delivery_.+|destinations|given)$/.test(name))).toEqual([]);
});

test('with what the page grants for it, the resolver takes over a database of six collections', async () => {
  const database = databaseOf(RESOLVER.database);
  const [account, profile] = [randomAccount(), aProfile()];
  const { umid, version, state } = profile;
  const body = JSON.stringify(profile);
  const former = { _id: `${account}:${umid}`, account, version, state, body };
  await database.collection<{ _id: string }>('profiles').insertOne(former);
  await database.collection<{ _id: string }>('schema').insertOne({ _id: 'schema', ...{ version: 6 } });
  await expect(openMongodbStore({ uri: uriOf(RESOLVER) })).rejects.toThrow('Unauthorized (13)');
  for (const [name, command] of commandsOf(await operationsBlock('Data of earlier layouts', 'js'))) {
    await databaseOf(name).command(command);
  }
  const store = await openMongodbStore({ uri: uriOf(RESOLVER) });
  expect(await store.profiles.stored(scopeOf(account), umid)).toEqual(profile);
  await store.close();
  const late = database.collection<{ _id: string }>('profiles').insertOne(former);
  await expect(late).rejects.toThrow('Document failed validation');
  await database.dropCollection('profiles');
  await empty(RESOLVER);
});

test('what users of before need to register is what the page grants them', async () => {
  const commands = commandsOf(await operationsBlock('Layouts while programs run', 'js'));
  const grants = commands as readonly (readonly [string, { readonly grantPrivilegesToRole: string }])[];
  for (const [name, command] of grants) await databaseOf(name).command(command);
  const programs = [...(await operationsTable('MongoDB'))].filter(([, , names]) =>
    names?.includes('programs'),
  );
  expect(grants.map(([, { grantPrivilegesToRole: role }]) => role).toSorted()).toEqual(
    programs.map(([app]) => `kith-${app}`).toSorted(),
  );
});
