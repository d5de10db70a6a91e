import { beforeAll, expect, test } from 'vitest';
import { createSignal } from '@kith/platform';
import {
  chainCommit,
  chainOf,
  randomAccount,
  scopeOf,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openEnvironment, type Environment } from '../engine/environment.ts';
import { createProfileStore } from './profile-store.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { STORE_MIGRATIONS } from '../migrations/store-migrations.ts';

let directory: TemporaryDirectory;
let environment: Environment;

const endings = useEndings();
beforeAll(async () => {
  directory = await temporaryDirectory();
  endings.push(() => directory.remove());
  environment = await openEnvironment(directory.path, STORE_MIGRATIONS);
  endings.push(() => environment.close());
});

test('a chain of 1,000 redirects is walked once: the next look takes the short way', async () => {
  const collections = openStoreCollections(environment.root);
  let reads = 0;
  const get: typeof collections.profiles.get = (key) => {
    reads += 1;
    return collections.profiles.get(key);
  };
  const counted = { ...collections, profiles: { ...collections.profiles, get } };
  const store = createProfileStore(environment, counted, createSignal());
  const [scope, chain] = [scopeOf(randomAccount()), chainOf(1_000)];
  const wanted = { umids: [chain.absorbed[0]!, chain.absorbed[500]!] };
  await store.commit(scope, chainCommit(chain));
  const first = await store.load(scope, wanted);
  reads = 0;
  expect(await store.load(scope, wanted)).toEqual(first);
  expect(first.profiles.map(({ profile }) => profile)).toEqual([chain.living, chain.living]);
  expect(reads).toBeLessThan(20);
});
