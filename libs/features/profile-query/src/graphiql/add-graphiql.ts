import { packedOnce, pageFileHandler, type RandomBytes } from '@kith/platform';
import type { Router } from 'express';
import { pageHandler } from './page-handler.ts';
import { readPageFiles } from './page-files.ts';

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
