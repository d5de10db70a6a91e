import {
  auditEntriesSchema,
  auditVerdictSchema,
  CREDENTIAL_AUDIT_ENTRIES_PATH,
  CREDENTIAL_AUDIT_PREFIX,
  credentialAuditEntriesCallSchema,
  VERIFY_CREDENTIAL_AUDIT_PATH,
  verifyCredentialAuditCallSchema,
} from '@kith/contracts';
import { answerJson, notFound } from '@kith/platform';
import type { Exchange, Front } from '@kith/platform';
import type { CredentialAudit } from '@kith/ports';
import { readCall } from '../http/administration-call.ts';

/** The calls of `kith audit` about auth-token's trails, unsigned: to be served where `createUsersFront` is, and nowhere else. */
export const createCredentialAuditFront = (audit: CredentialAudit): Front => ({
  prefix: CREDENTIAL_AUDIT_PREFIX,
  handle: async (exchange) => {
    if (exchange.request.method !== 'POST') throw notFound();
    answerJson(exchange, await resultOf(audit, exchange));
  },
});

const resultOf = async (audit: CredentialAudit, exchange: Exchange): Promise<unknown> => {
  const { path, deadline } = exchange;
  switch (path) {
    case CREDENTIAL_AUDIT_ENTRIES_PATH: {
      const { account, trail, ...page } = await readCall(exchange, credentialAuditEntriesCallSchema);
      return auditEntriesSchema.parse(await audit.auditEntries({ account, deadline }, trail, page));
    }
    case VERIFY_CREDENTIAL_AUDIT_PATH: {
      const { account, trail } = await readCall(exchange, verifyCredentialAuditCallSchema);
      return auditVerdictSchema.parse(await audit.verifyAudit({ account, deadline }, trail));
    }
    default:
      throw notFound();
  }
};
