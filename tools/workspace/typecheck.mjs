// Checks the types of a room, of its tests and of its pages: `typecheck.mjs FOLDER`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './rooms.mjs';

const [folder] = process.argv.slice(2);
const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

/** The room's own, and those of pages that run in browsers. */
const projects = readdirSync(join(root, folder), { recursive: true })
  .filter((path) => /(^|\/)tsconfig(\.\w+)?\.json$/.test(path))
  .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path));

const failed = projects.filter((project) => {
  const { status } = spawnSync(process.execPath, [compiler, '--project', join(root, folder, project)], {
    stdio: 'inherit',
  });
  return status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
