// Checks the types of a room, of its tests and of its pages: `typecheck.mjs FOLDER`; for `.` those of all rooms, in one
// program where they run in Node.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readRooms, root } from './rooms.mjs';

const [folder] = process.argv.slice(2);
const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

const PASSED_OVER = new Set(['node_modules', 'dist', '.git', '.nx', 'data']);
const projectsUnder = (path) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : projectsUnder(join(path, entry.name));
    return /^tsconfig(\.(?!base)\w+)?\.json$/.test(entry.name) ? [join(path, entry.name)] : [];
  });

/** What the program of all rooms checks already. */
const ofRooms = new Set(readRooms().map((room) => join(room.folder, 'tsconfig.json')));
const projects = projectsUnder(folder).filter((path) => folder !== '.' || !ofRooms.has(path));

const failed = projects.filter((project) => {
  const { status } = spawnSync(process.execPath, [compiler, '--project', join(root, project)], {
    stdio: 'inherit',
  });
  return status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
