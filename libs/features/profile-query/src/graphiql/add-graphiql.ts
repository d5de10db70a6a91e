import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  packedOnce,
  pageFileHandler,
  type PageFiles,
  type RandomBytes,
  SCRIPT_TYPE,
  SHEET_TYPE,
  type UnpackedFile,
} from '@kith/platform';
import type { Request, RequestHandler, Router } from 'express';
import { pageMarkup } from './page-markup.ts';
import { PAGE_STYLE } from './page-style.ts';

export interface GraphiqlDeps {
  /** Where tokens are to be had. */
  readonly issuer: string;
  readonly randomBytes: RandomBytes;
}

/** GraphiQL for whoever asks with a browser. */
export const addGraphiql = (router: Router, { issuer, randomBytes }: GraphiqlDeps): void => {
  const files = packedOnce(readPageFiles);
  const offlineTokenUrl = `${issuer.replace(/\/$/, '')}/auth/offline-token`;
  const newNonce = (): string => randomBytes(16).toString('base64url');
  router.get('/graphql', pageHandler(files, offlineTokenUrl, newNonce));
  router.get('/graphql/files/:version/:name', pageFileHandler(files));
};

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Answers with the page where that is what the caller prefers; everything else is left to what comes after. */
const pageHandler =
  (files: () => Promise<PageFiles>, offlineTokenUrl: string, newNonce: () => string): RequestHandler =>
  async (request, response, next) => {
    response.vary('Accept');
    if (!wantsPage(request)) return next();
    const { version } = await files();
    const nonce = newNonce();
    response.set({ ...HEADERS, 'Content-Security-Policy': pagePolicy(nonce) });
    response.type('html').send(pageMarkup({ version, offlineTokenUrl, nonce }));
  };

/** In the order in which they are given where the caller has no preference, as with `*` of curl. */
const wantsPage = (request: Request): boolean =>
  request.accepts(['application/graphql-response+json', 'application/json', 'text/html']) === 'text/html';

/**
 * Nothing but the page's own files and its own address; nobody frames it. GraphiQL brings its fonts and cursors inside its
 * style sheet; the nonce is for the one style that its dialogs add, which keeps the page behind them still.
 */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Reads the files from the packages and the build; rejects where one is missing. */
const readPageFiles = async (): Promise<readonly UnpackedFile[]> =>
  Promise.all([...packaged(), ...(await own()), style()]);

/** Built for browsers by their makers: nothing is bundled here. */
const packaged = (): readonly Promise<UnpackedFile>[] => [
  fileAt('react.js', SCRIPT_TYPE, inPackage('react', 'umd/react.production.min.js')),
  fileAt('react-dom.js', SCRIPT_TYPE, inPackage('react-dom', 'umd/react-dom.production.min.js')),
  fileAt('graphiql.js', SCRIPT_TYPE, inPackage('graphiql', 'dist/index.umd.js')),
  fileAt('graphiql.css', SHEET_TYPE, inPackage('graphiql', 'dist/style.css')),
];

/** Beside the sources as beside the build: browsers only get what was built. */
const OWN_SCRIPTS = fileURLToPath(new URL('../../dist/graphiql-page/', import.meta.url));

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
