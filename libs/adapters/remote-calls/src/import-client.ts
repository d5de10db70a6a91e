import { randomUUID } from 'node:crypto';
import { IMPORT_PATH, importedSchema } from '@kith/contracts';
import type { ProfileImport } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** Imports by way of the resolver. */
export interface ImportClient extends ProfileImport {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createImportClient = (options: ResolverClientOptions): ImportClient => {
  const { post, close } = createSignedCalls(options);
  return {
    take: ({ account, deadline }, batch) =>
      post({
        path: IMPORT_PATH,
        body: { account, ...batch },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => importedSchema.parse(answer),
      }),
    close,
  };
};
