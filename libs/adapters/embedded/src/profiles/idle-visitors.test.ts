import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  aBeginning,
  aCommit,
  aProfile,
  fresh,
  manyOf,
  randomAccount,
  randomUmid,
  scopeOf,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { open } from 'lmdb';
import { accountKey } from '../engine/keys.ts';
import { openEmbeddedStore } from '../open-embedded-store.ts';
import { openStoreCollections, type StoreCollections } from '../engine/store-collections.ts';

describe('the order in which visitors expire', () => {
  let directory: TemporaryDirectory;
  const endings = useEndings();
  beforeAll(async () => {
    directory = await temporaryDirectory();
    endings.push(() => directory.remove());
  });

  const openStore = () => openEmbeddedStore({ directory: directory.path, clock: Date.now });

  /** Looks at the collections while nobody has the store open. */
  const inCollections = async <T>(look: (store: StoreCollections) => T): Promise<T> => {
    const root = open(join(directory.path, 'store'), { maxDbs: 64, noSubdir: false });
    const result = root.transactionSync(() => look(openStoreCollections(root)));
    await root.close();
    return result;
  };

  test('has no place for a visitor whose erasure has begun', async () => {
    const [scope, profile] = [scopeOf(randomAccount()), aProfile()];
    const store = await openStore();
    await store.profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    await store.privacy.begin(scope, aBeginning(profile));
    await store.close();
    const places = await inCollections(({ idle, idleSince }) => [
      idle.has(accountKey(scope.account, profile.lastSeenAt, profile.umid)),
      idleSince.has(accountKey(scope.account, profile.umid)),
    ]);
    expect(places).toEqual([false, false]);
  });

  test('loses the places at which nobody lives any more, and shows who stands behind them', async () => {
    const [scope, vacant] = [scopeOf(randomAccount()), manyOf(5, randomUmid)];
    const profile = aProfile({ lastSeenAt: 10 });
    const before = await openStore();
    await before.profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    await before.close();
    await inCollections(({ idle }) => {
      for (const umid of vacant) idle.put(accountKey(scope.account, 1, umid), true);
    });
    const store = await openStore();
    const found = await store.expiry.idleVisitors(scope, 11, 2);
    await store.close();
    expect(found.map((one) => one.profile)).toEqual([profile]);
    const left = await inCollections(({ idle }) =>
      vacant.filter((umid) => idle.has(accountKey(scope.account, 1, umid))),
    );
    expect(left).toEqual([]);
  });
});
