import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PAGE_STYLE } from './page-style.ts';

/** A file that the page loads. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Tells its content from any other. */
  readonly digest: string;
}

/** All files of the page. */
export interface PageFiles {
  /** Stands in the addresses of the files: another set of files has other addresses. */
  readonly version: string;
  get(name: string): PageFile | undefined;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const SHEET = 'text/css; charset=utf-8';

/** Beside the sources as beside the build: browsers only get what was built. */
const OWN_SCRIPTS = fileURLToPath(new URL('../../dist/graphiql-page/', import.meta.url));

/** Reads the files from the packages and the build; rejects where one is missing. */
export const readPageFiles = async (): Promise<PageFiles> => {
  const named = await Promise.all([...packaged(), ...(await own()), style()]);
  const files = new Map(named);
  const contents = named.map(([name, file]) => name + file.digest).sort();
  return { version: digestOf(contents.join('\n')).slice(0, 16), get: (name) => files.get(name) };
};

type NamedFile = readonly [name: string, file: PageFile];

/** Built for browsers by their makers: nothing is bundled here. */
const packaged = (): readonly Promise<NamedFile>[] => [
  fileAt('react.js', SCRIPT, inPackage('react', 'umd/react.production.min.js')),
  fileAt('react-dom.js', SCRIPT, inPackage('react-dom', 'umd/react-dom.production.min.js')),
  fileAt('graphiql.js', SCRIPT, inPackage('graphiql', 'dist/index.umd.js')),
  fileAt('graphiql.css', SHEET, inPackage('graphiql', 'dist/style.css')),
];

const own = async (): Promise<readonly Promise<NamedFile>[]> => {
  const names = (await readdir(OWN_SCRIPTS)).filter((name) => name.endsWith('.js'));
  return names.map((name) => fileAt(name, SCRIPT, join(OWN_SCRIPTS, name)));
};

const style = (): Promise<NamedFile> => fileOf('page.css', SHEET, Buffer.from(PAGE_STYLE));

const inPackage = (name: string, path: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);

const fileAt = async (name: string, type: string, path: string): Promise<NamedFile> =>
  fileOf(name, type, await readFile(path));

const compress = promisify<Buffer, Buffer>(gzip);

const fileOf = async (name: string, type: string, bytes: Buffer): Promise<NamedFile> => [
  name,
  { type, bytes, gzipped: await compress(bytes), digest: digestOf(bytes) },
];

const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
