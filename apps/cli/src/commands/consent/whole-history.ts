import { MAX_CONSENT_ITEMS } from '@kith/contracts';
import type { Identifier, Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { ConsentAdministration, ConsentCursor, ConsentPage, ListedConsentEntry } from '@kith/ports';
import { COMMAND_MS } from '../parts/command.ts';

/** The consent history of a person, whole: each chain newest first. */
export interface WholeHistory {
  readonly umid: Umid;
  readonly entries: readonly ListedConsentEntry[];
}

/** Reads it page by page; null where nobody is found. */
export const wholeHistory = async (
  consent: ConsentAdministration,
  account: string,
  person: Identifier,
): Promise<WholeHistory | null> => {
  const entries: ListedConsentEntry[] = [];
  let after: ConsentCursor | null = null;
  for (;;) {
    const scope = { account, deadline: deadlineIn(COMMAND_MS) };
    const asked = { person, after, limit: MAX_CONSENT_ITEMS };
    const page: ConsentPage = await consent.history(scope, asked);
    if (page.kind === 'unknown') return null;
    entries.push(...page.entries);
    if (page.next === null) return { umid: page.umid, entries };
    after = page.next;
  }
};
