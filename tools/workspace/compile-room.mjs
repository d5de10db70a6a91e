import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isApp } from './bundle-app.mjs';
import { root } from './rooms.mjs';
import { writeWhole } from './write-whole.mjs';

/** What was compiled, beside it: a build that finds every source as it stands there has nothing to do. */
const RECORD = '.sources.json';
/** Of the compiler and its options: a record of another version counts for nothing. */
const VERSION = 1;

const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });

/** What runs outside of the tests; what starts an app is bundled. */
const isSource = (path) => /\.ts$/.test(path) && !/\.(test|fake|d)\.ts$/.test(path);

/** Each source of a room with what tells whether it has changed. */
export const sourcesOf = (room) => {
  const folder = join(root, room.folder, 'src');
  return Object.fromEntries(
    filesUnder(folder)
      .filter(isSource)
      .map((path) => {
        const { mtimeMs, size } = statSync(path);
        return [relative(folder, path), `${mtimeMs} ${size}`];
      }),
  );
};

const recordOf = (room) => {
  try {
    return JSON.parse(readFileSync(join(root, room.folder, 'dist', RECORD), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Whether these sources of a room are what was compiled. */
export const isRecorded = (room, sources) => {
  const record = recordOf(room);
  return (
    record?.version === VERSION &&
    Object.keys(record.sources).length === Object.keys(sources).length &&
    Object.entries(sources).every(([path, state]) => record.sources[path] === state)
  );
};

const compile = async (swc, room, source) => {
  const from = join(root, room.folder, 'src', source);
  const to = join(root, room.folder, 'dist', source.replace(/\.ts$/, '.js'));
  const { code, map } = await swc.transform(await readFile(from, 'utf8'), {
    filename: from,
    configFile: false,
    swcrc: false,
    sourceMaps: true,
    inlineSourcesContent: false,
    sourceFileName: relative(dirname(to), from),
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript' },
      transform: { verbatimModuleSyntax: true },
      rewriteRelativeImportExtensions: true,
    },
    module: { type: 'es6' },
  });
  const name = to.slice(to.lastIndexOf('/') + 1);
  await writeWhole(`${to}.map`, map);
  await writeWhole(to, `${code}//# sourceMappingURL=${name}.map\n`);
};

/** What a room had compiled from sources that are gone. */
const removeLeftOver = async (room, sources) => {
  const gone = Object.keys(recordOf(room)?.sources ?? {}).filter((source) => !(source in sources));
  const outputs = gone.map((source) => join(root, room.folder, 'dist', source.replace(/\.ts$/, '.js')));
  await Promise.all(
    outputs.flatMap((path) => [rm(path, { force: true }), rm(`${path}.map`, { force: true })]),
  );
};

/** Compiles a room's sources into its `dist`; types are not checked. Rejects with the place of what is no TypeScript. */
export const compileRoom = async (room, sources) => {
  const swc = await import('@swc/core');
  const compiled = Object.keys(sources).filter((source) => !(isApp(room) && source === 'main.ts'));
  await Promise.all(compiled.map((source) => compile(swc, room, source)));
  await removeLeftOver(room, sources);
};

/** From now on a build finds these sources compiled. */
export const recordSources = (room, sources) =>
  writeWhole(join(root, room.folder, 'dist', RECORD), JSON.stringify({ version: VERSION, sources }));
