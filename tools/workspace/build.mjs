import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { bundleApp, changedBundle, isApp } from './bundle-app.mjs';
import { compileRoom, isRecorded, recordSources, sourcesOf } from './compile-room.mjs';
import { readRooms, root, withImports } from './rooms.mjs';

/** What rooms build beyond their JavaScript: programs of their own, which run when all of it is there. */
const FURTHER = { '@kith/web-tag': 'dist/build/main.js' };

const buildFurther = async ({ name, folder }) => {
  const program = FURTHER[name];
  if (program !== undefined) await import(pathToFileURL(join(root, folder, program)).href);
};

const compileRooms = async (changed) => {
  await Promise.all(changed.map(({ room, sources }) => compileRoom(room, sources)));
  for (const { room } of changed) await buildFurther(room);
  await Promise.all(changed.map(({ room, sources }) => recordSources(room, sources)));
};

/** The apps among these rooms whose bundle is not of the sources as they stand. */
const changedApps = async (all, rooms, sourcesByRoom) => {
  const apps = rooms.filter(isApp).map(async (app) => {
    const imported = withImports(all, [app.name]);
    const digest = await changedBundle(app, imported.map(sourcesByRoom));
    return digest === undefined ? [] : [{ app, imported, digest }];
  });
  return (await Promise.all(apps)).flat();
};

const roomsOf = (all, names, alone) => {
  if (names === undefined) return all;
  return alone ? all.filter(({ name }) => names.includes(name)) : withImports(all, names);
};

const counted = ({ length }, word) => (length === 0 ? [] : [`${length} ${word}${length === 1 ? '' : 's'}`]);

/**
 * Compiles what has changed in these rooms (in every room where none is named), bundles the apps among them, and tells
 * by `say` what it does. `alone`: without what they import; without `bundles`: no apps. Rejects where a source is no TypeScript; types are checked by `typecheck` only.
 */
export const build = async ({ names, alone = false, bundles = true, say = () => undefined } = {}) => {
  const begin = performance.now();
  const all = readRooms();
  const rooms = roomsOf(all, names, alone);
  const read = new Map();
  const sourcesByRoom = (room) => {
    if (!read.has(room)) read.set(room, sourcesOf(room));
    return read.get(room);
  };
  const changed = rooms
    .map((room) => ({ room, sources: sourcesByRoom(room) }))
    .filter(({ room, sources }) => !isRecorded(room, sources));
  const apps = bundles ? await changedApps(all, rooms, sourcesByRoom) : [];
  if (changed.length + apps.length === 0) return;
  say(`building ${[counted(changed, 'room'), counted(apps, 'app')].flat().join(', ')}`);
  await compileRooms(changed);
  await Promise.all(apps.map(({ app, imported, digest }) => bundleApp(app, imported, digest)));
  say(`built in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
};
