import type { AccountRules } from '@kith/domain/pipeline';
import { suppressionKeys } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type { AppendAudit, ExportBeginning, ExportOrder, ProfileReader, Scope } from '@kith/ports';
import { findPerson } from '../consent/find-person.ts';
import { firstCursor } from './export-more.ts';
import { shownPerson } from './shown-person.ts';

export interface BeginningExport {
  readonly appendAudit: AppendAudit;
  /** Holds the secret `suppression`. */
  readonly keyring: Pick<Keyring, 'macs'>;
  readonly profiles: ProfileReader;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Finds the person, writes into the audit trail who asked and why, and shows what the profile holds. */
export const beginExport = async (
  parts: BeginningExport,
  scope: Scope,
  rules: AccountRules,
  { person, by, reason }: ExportOrder,
): Promise<ExportBeginning> => {
  const profile = await findPerson(parts.profiles, scope, rules, person);
  if (profile === null) return { kind: 'unknown' };
  const { umid } = profile;
  const subject = suppressionKeys(parts.keyring.macs, scope.account, { kind: 'umid', umid }).slice(0, 1);
  const fact = { act: 'export', at: parts.clock(), by, reason, detail: { subjects: subject } } as const;
  await parts.appendAudit(scope, fact);
  return { kind: 'person', umid, person: shownPerson(profile), next: firstCursor(profile) };
};
