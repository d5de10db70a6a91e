// Lays what an app needs at run time into a folder: its program, the packages that the program looks up beside itself
// with all that those depend on, the configuration that Kith ships, and the licences. Everything is built and installed
// before.
//   node deploy/lay-image.mjs @kith/info-ingest-app /images/info-ingest
import { cp, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { readRooms, root } from '../tools/workspace/rooms.mjs';

const STORE = join(root, 'node_modules/.pnpm/');

/** Names of packages in a folder `node_modules`. */
const namesIn = async (folder) => {
  const entries = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const within = async (scope) => (await readdir(join(folder, scope))).map((name) => `${scope}/${name}`);
  return (await Promise.all(entries.map((name) => (name.startsWith('@') ? within(name) : [name])))).flat();
};

const manifestOf = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** The app's program, and what starts it. A build keeps those before it for a while: the start names its own. */
const programOf = async (app) => {
  const start = await readFile(join(app, 'dist/main.js'), 'utf8');
  return ['main.js', /'(programs\/\w+\.cjs)'/.exec(start)[1]];
};

/** Which of its dependencies a program does not hold: it imports them, or looks for their files. */
const lookedUp = (text, dependencies) =>
  dependencies.filter((name) =>
    new RegExp(String.raw`\b(?:from|import\(|require\(|resolve\()\s*["']${name}(?:/[^"']*)?["']`).test(text),
  );

/** The packages that one depends on, by name: of one of the store, all that the installer has laid beside it. */
const dependenciesOf = async (folder) => {
  if (!folder.startsWith(STORE)) {
    const { dependencies = {} } = await manifestOf(folder);
    return linksIn(join(folder, 'node_modules'), Object.keys(dependencies));
  }
  const holder = join(STORE, relative(STORE, folder).split('/')[0], 'node_modules');
  const names = await namesIn(holder);
  return (await linksIn(holder, names)).filter(([, found]) => found !== folder);
};

const linksIn = (folder, names) =>
  Promise.all(names.map(async (name) => [name, await realpath(join(folder, name))]));

/** Where a package lies in the target: as in the store, a folder of its own with what it depends on beside it. */
const placeOf = async (target, folder) => {
  const { name } = await manifestOf(folder);
  const holder = folder.startsWith(STORE) ? relative(STORE, folder).split('/')[0] : name.replace('/', '+');
  return join(target, 'node_modules/.pnpm', holder, 'node_modules', name);
};

const isSecondary = (path) =>
  path.endsWith('.map') || path.endsWith('.tsbuildinfo') || basename(path) === '.sources.json';

const copy = (from, to) =>
  cp(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isSecondary(path) });

const copyPackage = async (folder, place) => {
  if (folder.startsWith(STORE)) return copy(folder, place);
  for (const part of ['package.json', 'dist']) await copy(join(folder, part), join(place, part));
};

const link = async (holder, name, place) => {
  const path = join(holder, name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(relative(dirname(path), place), path);
};

/** Lays packages and all that they depend on, each once. */
const layPackages = async (target, links, holder, laid = new Set()) => {
  for (const [name, folder] of links) {
    const place = await placeOf(target, folder);
    await link(holder, name, place);
    if (laid.has(place)) continue;
    laid.add(place);
    await copyPackage(folder, place);
    const { name: own } = await manifestOf(folder);
    await layPackages(target, await dependenciesOf(folder), place.slice(0, -own.length - 1), laid);
  }
};

const layImage = async (name, target) => {
  const app = join(root, readRooms().find((room) => room.name === name).folder);
  const { dependencies } = await manifestOf(app);
  const program = await programOf(app);
  const texts = await Promise.all(program.map((file) => readFile(join(app, 'dist', file), 'utf8')));
  for (const file of program) await copy(join(app, 'dist', file), join(target, 'dist', file));
  await copy(join(app, 'package.json'), join(target, 'package.json'));
  for (const file of ['config/kith.yaml', 'LICENSE', 'NOTICE'])
    await copy(join(root, file), join(target, file));
  const names = lookedUp(texts.join('\n'), Object.keys(dependencies));
  await layPackages(target, await linksIn(join(app, 'node_modules'), names), join(target, 'node_modules'));
};

const [name, target] = process.argv.slice(2);
await layImage(name, target);
