import { describe, expect, test } from 'vitest';
import {
  ampleDeadline,
  defineCredentialStoreContract,
  durableFixture,
  manyOf,
  temporaryDirectory,
} from '@kith/testing';
import { openEmbeddedCredentials } from './credentials/open-embedded-credentials.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const embedded = async () => {
  const directory = await temporaryDirectory();
  const open = async () => {
    const { credentials, close } = await openEmbeddedCredentials({ directory: directory.path });
    return { adapter: credentials, close };
  };
  return durableFixture(open, directory.remove);
};

defineCredentialStoreContract(embedded);

describe('login failures of the embedded store', () => {
  test('are forgotten after a day, so that they cannot fill the disk', async () => {
    const fixture = await embedded();
    const store = fixture.adapter;
    const old = manyOf(150, (index) => `old ${index}`);
    const begin = (subjects: readonly string[], at: number, may = true) =>
      store.loginTries.begin(ampleDeadline(), { id: `${at}`, subjects, at, endsBy: at }, 0, () => may);
    await begin(old, 1_000);
    for (const at of [2_000, 3_000]) await begin(['new'], at + DAY_MS);
    const { tries } = await begin([...old, 'new'], DAY_MS + 4_000, false);
    expect(tries.map(({ failed }) => failed.count)).toEqual([...manyOf(150, () => 0), 2]);
    await fixture.close();
  });
});
