// Builds the rooms that are named, with all that they import (without it after --alone); every room where none is named.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { alone: { type: 'boolean' } },
});

try {
  await build({ names: positionals.length === 0 ? undefined : positionals, alone: values.alone, say });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
