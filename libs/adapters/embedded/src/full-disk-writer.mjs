import process from 'node:process';
import { openEmbeddedStore } from '../dist/index.js';

/** Appends until the disk has refused ten times, and prints what was acknowledged and how it was refused. */
const [directory] = process.argv.slice(2);
const deadline = { remainingMs: () => 30_000 };
const store = await openEmbeddedStore({ directory, clock: Date.now });
const acknowledged = [];
const refused = [];

for (let turn = 0; refused.length < 10; turn += 1) {
  const append = async (writer) => {
    const value = `${turn}.${writer}`.padEnd(20_000, 'x');
    await store.log.append(deadline, 'tracking', [{ key: 'k', value }]).then(
      () => acknowledged.push(value),
      (error) => refused.push(error.name),
    );
  };
  await Promise.all([1, 2, 3].map(append));
}
process.stdout.write(JSON.stringify({ acknowledged, refused }));
await store.close();
