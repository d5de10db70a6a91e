import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { root } from './rooms.mjs';
import { writeWhole } from './write-whole.mjs';

/** Which sources of all its rooms an app was bundled from. */
const RECORD = '.bundle';
/** These bring binaries, which they find beside themselves. */
const NATIVE = ['lmdb', '@node-rs/argon2', 'esbuild', '@swc/core'];
/** Of how a program is made: one that was made in another way is made anew. */
const FORM = 2;
/** The program is a function of what it asks for packages with; everything in it is strict, as in modules. */
const OPENING = '(function (require) { "use strict";';
const CLOSING = '})';

/** Whether a room is a program: it is started by its `main.ts`. */
export const isApp = ({ folder }) => folder.startsWith('apps/');

const digestOf = (states) =>
  createHash('sha256')
    .update(JSON.stringify([FORM, states]))
    .digest('hex');

const pathsOf = ({ folder }) => {
  const dist = join(root, folder, 'dist');
  return { dist, programs: join(dist, 'programs'), main: join(dist, 'main.js'), record: join(dist, RECORD) };
};

/** The digest to record where the app is to be bundled anew; undefined where its bundle stands for these states. */
export const changedBundle = async (app, states) => {
  const { main, record } = pathsOf(app);
  const digest = digestOf(states);
  const recorded = await readFile(record, 'utf8').catch(() => undefined);
  return recorded === digest && existsSync(main) ? undefined : digest;
};

/**
 * A source that looks for a file beside itself finds it in its own room, by the name of its package: that is where it is
 * in a workspace and in an image alike.
 */
const ownPlaces = (rooms) => ({
  name: 'own-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const room = rooms.find(({ folder }) => path.startsWith(join(root, folder, 'src/')));
      if (room === undefined || !text.includes('import.meta.url')) return undefined;
      const file = relative(join(root, room.folder, 'src'), path).replace(/\.ts$/, '.js');
      const place = `new URL(${JSON.stringify(file)}, 'file://' + require.resolve(${JSON.stringify(room.name)})).href`;
      return { contents: text.replaceAll('import.meta.url', `(${place})`), loader: 'ts' };
    }),
});

/** Whoever is starting at this moment still reads the program before this one, in milliseconds. */
const FORMER_KEPT_MS = 600_000;

const removeFormer = async (folder, current) => {
  const names = await readdir(folder).catch(() => []);
  const former = names.filter((name) => !name.startsWith(current)).map((name) => join(folder, name));
  // Another build may have removed it meanwhile.
  const changedAt = (path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
  const isOld = async (path) => Date.now() - (await changedAt(path)) > FORMER_KEPT_MS;
  await Promise.all(former.map(async (path) => (await isOld(path)) && rm(path, { force: true })));
};

/** One sign beyond Latin-1, of which the comments of packages have some, and V8 takes two bytes for each of millions. */
const inLatin = (text) =>
  text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, (comment) => comment.replaceAll(/[^\0-\xff]/g, '?'));

/** What starts the program comes last: whoever starts it finds its program, whatever else is built at the same time. */
const writeOutputs = async ({ programs, main }, outputs) => {
  const [program] = outputs.map(({ path }) => basename(path)).filter((name) => name.endsWith('.cjs'));
  for (const { path, text } of outputs) await writeWhole(path, path.endsWith('.cjs') ? inLatin(text) : text);
  const start = await readFile(join(import.meta.dirname, 'app-main.mjs'), 'utf8');
  await writeWhole(main, start.replace("'program.cjs'", `'programs/${program}'`));
  await removeFormer(programs, program);
};

/** Makes one program of an app and of all that it imports: it starts in a third of the time. */
export const bundleApp = async (app, rooms, digest) => {
  const { build } = await import('esbuild');
  const paths = pathsOf(app);
  const { outputFiles } = await build({
    entryPoints: [join(root, app.folder, 'src/main.ts')],
    outdir: paths.programs,
    entryNames: '[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@kith/source'],
    external: NATIVE,
    // What is imported when it is needed lies in the program too: V8 compiles functions when they are called.
    supported: { 'dynamic-import': false },
    banner: { js: OPENING },
    footer: { js: CLOSING },
    plugins: [ownPlaces(rooms)],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  });
  await writeOutputs(paths, outputFiles);
  await writeWhole(paths.record, digest);
};
