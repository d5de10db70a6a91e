import { randomUUID } from 'node:crypto';
import {
  AUDIT_ENTRIES_PATH,
  auditEntriesSchema,
  auditVerdictSchema,
  BEGIN_EXPORT_PATH,
  ERASE_PATH,
  erasureOutcomeSchema,
  EXPORT_MORE_PATH,
  exportBeginningSchema,
  exportPageSchema,
  importNotedSchema,
  NOTE_IMPORT_PATH,
  VERIFY_AUDIT_PATH,
} from '@kith/contracts';
import type { PrivacyAdministration } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** Persons' rights as an administrator reaches them by way of the resolver. */
export interface PrivacyClient extends PrivacyAdministration {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createPrivacyClient = (options: ResolverClientOptions): PrivacyClient => {
  const { post, close } = createSignedCalls(options);
  return {
    erase: ({ account, deadline }, order) =>
      post({
        path: ERASE_PATH,
        body: { account, ...order },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => erasureOutcomeSchema.parse(answer),
      }),
    beginExport: ({ account, deadline }, order) =>
      post({
        path: BEGIN_EXPORT_PATH,
        body: { account, ...order },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => exportBeginningSchema.parse(answer),
      }),
    exportMore: ({ account, deadline }, umid, cursor) =>
      post({
        path: EXPORT_MORE_PATH,
        body: { account, umid, cursor },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => exportPageSchema.parse(answer),
      }),
    noteImport: async ({ account, deadline }, caller, what) => {
      await post({
        path: NOTE_IMPORT_PATH,
        body: { account, caller, what },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => importNotedSchema.parse(answer),
      });
    },
    auditEntries: ({ account, deadline }, page) =>
      post({
        path: AUDIT_ENTRIES_PATH,
        body: { account, ...page },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => auditEntriesSchema.parse(answer),
      }),
    verifyAudit: ({ account, deadline }) =>
      post({
        path: VERIFY_AUDIT_PATH,
        body: { account },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => auditVerdictSchema.parse(answer),
      }),
    close,
  };
};
