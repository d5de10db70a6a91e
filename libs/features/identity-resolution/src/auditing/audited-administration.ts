import type { Administration } from '@kith/ports';
import { appendAudit } from './append-audit.ts';
import type { Auditing } from './append-audit.ts';

/** What an audited administration takes. */
export interface AdministrationAuditing extends Auditing {
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Whoever calls without saying who, as an older program does. */
const NAMELESS = { by: 'a caller without a name', reason: '' };

/**
 * Writes each change that an administrator asks for into the account's audit trail before it is made: one that fails
 * afterwards stands there too, and none is missing.
 */
export const auditedAdministration = (
  administration: Administration,
  auditing: AdministrationAuditing,
): Administration => ({
  explain: administration.explain,
  unmerge: async (scope, umid, { by, reason } = NAMELESS) => {
    const fact = { act: 'unmerge', at: auditing.clock(), by, reason, detail: { asked: umid } } as const;
    await appendAudit(auditing, scope, fact);
    return administration.unmerge(scope, umid);
  },
});
