import { importCallSchema, importedSchema } from '@kith/contracts';
import type { ProfileImport } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/**
 * Takes a batch of lines, for as long as the command waits: what it is told is then what became of them. What they say is not logged; how many they were is. */
export const importRoute =
  ({ take }: ProfileImport): InternalRoute =>
  async ({ body, patience: deadline, log }) => {
    const { account, ...batch } = readCall(importCallSchema, body);
    const imported = importedSchema.parse(await take({ account, deadline }, batch));
    const { refused, ...counts } = imported;
    log.debug({ account, kind: batch.kind, ...counts, refused: refused.length }, 'lines of an import');
    return imported;
  };
