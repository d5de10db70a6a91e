// Builds the rooms that are named, with all that they import; every room where none is named.
import { build } from './build.mjs';

const names = process.argv.slice(2);
const say = (line) => process.stderr.write(`${line}\n`);

try {
  await build({ names: names.length === 0 ? undefined : names, say });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
