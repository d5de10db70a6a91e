import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCRIPT_TYPE, SHEET_TYPE, type UnpackedFile } from '@kith/platform';
import { PAGE_STYLE } from './page-style.ts';

/** Beside the sources as beside the build: browsers only get what was built. */
const OWN_SCRIPTS = fileURLToPath(new URL('../../dist/graphiql-page/', import.meta.url));

/** Reads the files from the packages and the build; rejects where one is missing. */
export const readPageFiles = async (): Promise<readonly UnpackedFile[]> =>
  Promise.all([...packaged(), ...(await own()), style()]);

/** Built for browsers by their makers: nothing is bundled here. */
const packaged = (): readonly Promise<UnpackedFile>[] => [
  fileAt('react.js', SCRIPT_TYPE, inPackage('react', 'umd/react.production.min.js')),
  fileAt('react-dom.js', SCRIPT_TYPE, inPackage('react-dom', 'umd/react-dom.production.min.js')),
  fileAt('graphiql.js', SCRIPT_TYPE, inPackage('graphiql', 'dist/index.umd.js')),
  fileAt('graphiql.css', SHEET_TYPE, inPackage('graphiql', 'dist/style.css')),
];

const own = async (): Promise<readonly Promise<UnpackedFile>[]> => {
  const names = (await readdir(OWN_SCRIPTS)).filter((name) => name.endsWith('.js'));
  return names.map((name) => fileAt(name, SCRIPT_TYPE, join(OWN_SCRIPTS, name)));
};

const style = async (): Promise<UnpackedFile> => ({
  name: 'page.css',
  type: SHEET_TYPE,
  bytes: Buffer.from(PAGE_STYLE),
});

const inPackage = (name: string, path: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);

const fileAt = async (name: string, type: string, path: string): Promise<UnpackedFile> => ({
  name,
  type,
  bytes: await readFile(path),
});
