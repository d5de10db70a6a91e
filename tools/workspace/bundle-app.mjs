import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './rooms.mjs';
import { writeWhole } from './write-whole.mjs';

/** Which sources of all its rooms an app was bundled from. */
const RECORD = '.bundle';
/** These bring binaries, which they find beside themselves. */
const NATIVE = ['lmdb', '@node-rs/argon2', 'esbuild', '@swc/core'];
/** What CommonJS packages ask for, and a module does not have. */
const REQUIRE =
  "import { createRequire as createKithRequire } from 'node:module'; const require = createKithRequire(import.meta.url);";

/** Whether a room is a program: it is started by its `main.ts`. */
export const isApp = ({ folder }) => folder.startsWith('apps/');

const digestOf = (states) => createHash('sha256').update(JSON.stringify(states)).digest('hex');

const pathsOf = ({ folder }) => {
  const dist = join(root, folder, 'dist');
  return { dist, main: join(dist, 'main.js'), record: join(dist, RECORD) };
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

/** Whoever was started a moment ago may still ask for parts of the build before this one, in milliseconds. */
const PARTS_KEPT_MS = 600_000;

const removeFormerParts = async (dist, outputs) => {
  const folder = join(dist, 'chunks');
  const written = new Set(outputs.map(({ path }) => path));
  const names = await readdir(folder).catch(() => []);
  const former = names.map((name) => join(folder, name)).filter((path) => !written.has(path));
  // Another build may have removed it meanwhile.
  const changedAt = (path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
  const isOld = async (path) => Date.now() - (await changedAt(path)) > PARTS_KEPT_MS;
  await Promise.all(former.map(async (path) => (await isOld(path)) && rm(path, { force: true })));
};

/** The program comes last: whoever starts it finds all of its parts, whatever else is built at the same time. */
const writeOutputs = async (main, outputs) => {
  const parts = outputs.filter(({ path }) => path !== main);
  await Promise.all(parts.map(({ path, contents }) => writeWhole(path, contents)));
  for (const { path, contents } of outputs) if (path === main) await writeWhole(path, contents);
};

/** Makes one program of an app and of all that it imports: it starts in a third of the time. */
export const bundleApp = async (app, rooms, digest) => {
  const { build } = await import('esbuild');
  const { dist, main, record } = pathsOf(app);
  const { outputFiles } = await build({
    entryPoints: [join(root, app.folder, 'src/main.ts')],
    outdir: dist,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@kith/source'],
    external: NATIVE,
    banner: { js: REQUIRE },
    plugins: [ownPlaces(rooms)],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  });
  await writeOutputs(main, outputFiles);
  await removeFormerParts(dist, outputFiles);
  await writeWhole(record, digest);
};
