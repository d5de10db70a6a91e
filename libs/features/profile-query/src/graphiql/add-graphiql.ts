import { packedOnce, pageFileHandler } from '@kith/platform';
import type { Router } from 'express';
import { pageHandler } from './page-handler.ts';
import { readPageFiles } from './page-files.ts';

/** GraphiQL for whoever asks with a browser; `issuer` is where tokens are to be had. */
export const addGraphiql = (router: Router, issuer: string): void => {
  const files = packedOnce(readPageFiles);
  router.get('/graphql', pageHandler(files, `${issuer.replace(/\/$/, '')}/auth/offline-token`));
  router.get('/graphql/files/:version/:name', pageFileHandler(files));
};
