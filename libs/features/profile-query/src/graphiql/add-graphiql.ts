import type { Router } from 'express';
import { fileHandler } from './file-handler.ts';
import { pageHandler } from './page-handler.ts';
import { readPageFiles } from './page-files.ts';
import type { PageFiles } from './page-files.ts';

/** GraphiQL for whoever asks with a browser; `issuer` is where tokens are to be had. */
export const addGraphiql = (router: Router, issuer: string): void => {
  const files = onceRead();
  router.get('/graphql', pageHandler(files, `${issuer.replace(/\/$/, '')}/auth/offline-token`));
  router.get('/graphql/files/:version/:name', fileHandler(files));
};

/** Read when they are first asked for: whoever never opens the page pays nothing for it. */
const onceRead = (): (() => Promise<PageFiles>) => {
  let reading: Promise<PageFiles> | null = null;
  return () => {
    reading ??= readPageFiles().catch((fault: unknown) => {
      reading = null;
      throw fault;
    });
    return reading;
  };
};
