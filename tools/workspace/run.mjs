// Runs a program of a room, of its sources as they stand: `run.mjs ROOM [PROGRAM] [ARGUMENT...]`. What has changed is
// built first. PROGRAM is a file of the room's `dist` that ends in `.js`; without one it is `main.js`.
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { readRooms, root } from './rooms.mjs';

const [room, ...rest] = process.argv.slice(2);
const program = rest[0]?.endsWith('.js') ? rest.shift() : 'main.js';
const say = (line) => process.stderr.write(`${line}\n`);

try {
  const { folder } = readRooms().find(({ name }) => name === room);
  // The tools start programs of other rooms; the tests see to the apps themselves, as most of them need none.
  const isTool = room === '@kith/tools';
  await build({ names: isTool ? undefined : [room], bundles: !isTool || !program.startsWith('test/'), say });
  const main = join(root, folder, 'dist', program);
  process.argv.splice(1, process.argv.length - 1, main, ...rest);
  await import(pathToFileURL(main).href);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
