import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where rooms lie: the packages of pnpm-workspace.yaml. */
const FOLDERS = ['apps', 'libs', 'libs/features', 'libs/adapters'];
const SINGLE = ['demo', 'e2e', 'suites', 'tools'];

const packageIn = (folder) => {
  try {
    return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const subfolders = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

/**
 * Every room of the workspace: its folder, the name of its package, and the names of the rooms that its sources import.
 */
export const readRooms = () =>
  [...FOLDERS.flatMap(subfolders), ...SINGLE].flatMap((folder) => {
    const manifest = packageIn(folder);
    if (manifest === undefined) return [];
    const imports = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@kith/'));
    return [{ folder, name: manifest.name, imports }];
  });

/** These rooms and all that they import, directly or not. */
export const withImports = (rooms, names) => {
  const byName = new Map(rooms.map((room) => [room.name, room]));
  const found = new Set();
  const add = (name) => {
    const room = byName.get(name);
    if (room === undefined) throw new Error(`there is no room ${name}`);
    if (found.has(room)) return;
    found.add(room);
    room.imports.forEach(add);
  };
  names.forEach(add);
  return [...found];
};
