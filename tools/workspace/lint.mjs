// Lints a room, or whatever is named: `lint.mjs PATH... [OPTION...]`. The rule of who imports whom judges by the graph of
// nx, which is there where nx runs this.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './rooms.mjs';

/** What that rule prints, and does nothing more, where it has no graph: such a run has proved nothing. */
const SKIPPED = 'No cached ProjectGraph is available';

const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [eslint, '--max-warnings', '0', ...process.argv.slice(2)],
  { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = `${stdout}${stderr}`.includes(SKIPPED) ? 1 : (status ?? 1);
