import process from 'node:process';
import { openEmbeddedStore } from '../dist/index.js';

/**
 * Writes to the store until it is killed and prints a line for everything that the store has acknowledged: `r` and
 * the value of a record, `p` and the umid of a profile.
 */
const [directory, round] = process.argv.slice(2);
const deadline = { remainingMs: () => 30_000 };
const scope = { account: 'demo', deadline };
const store = await openEmbeddedStore({ directory, clock: Date.now });

const appendForEver = async (writer) => {
  for (let turn = 0; ; turn += 1) {
    const value = `${round}.${writer}.${turn}`;
    await store.log.append(deadline, 'tracking', [{ key: `${writer}`, value }]);
    process.stdout.write(`r ${value}\n`);
  }
};

const commitForEver = async (writer) => {
  for (let turn = 0; ; turn += 1) {
    const umid = `umid ${round}.${writer}.${turn}`;
    const profile = { kind: 'profile', umid, version: 1, source: 'x'.repeat(turn % 5_000) };
    const identifier = { name: 'customerId', value: umid, umid, expected: null };
    const change = { id: umid, type: 'profile.created', umid, profileVersion: 1, at: 0, detail: {} };
    await store.profiles.commit(scope, {
      profiles: [{ value: profile, expected: null }],
      devices: [],
      identifiers: [identifier],
      released: [],
      shared: [],
      links: [],
      consent: [],
      changes: [change],
      heads: [],
      tallies: [],
      guards: [],
    });
    process.stdout.write(`p ${umid}\n`);
  }
};

for (const writer of Array(8).keys()) {
  void appendForEver(writer);
  void commitForEver(writer);
}
