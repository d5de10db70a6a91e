import type { Profile, Umid } from '@kith/domain/identity';
import type { ConsentCursor, ConsentHistory, ConsentPage, ListedConsentEntry, Scope } from '@kith/ports';

/** Which part of a history is wanted. */
export interface WantedPage {
  readonly after: ConsentCursor | null;
  readonly limit: number;
}

/**
 * The consent history of a profile: its own chain, newest entry first, then the chains of what it has absorbed, each
 * newest first. Whoever goes on behind an entry meets each later one once, also when entries arrive meanwhile: those
 * lie before the cursor, and what a merge brings comes last.
 */
export const readHistory = async (
  history: ConsentHistory,
  scope: Scope,
  { umid, absorbed }: Profile,
  { after, limit }: WantedPage,
): Promise<ConsentPage> => {
  const entries: ListedConsentEntry[] = [];
  for (const [chain, from] of chainsFrom([umid, ...absorbed], after)) {
    if (entries.length === limit) break;
    const range = { order: 'newestFirst', after: from, limit: limit - entries.length } as const;
    const standing = await history.entries(scope, chain, range);
    entries.push(...standing.map((one) => ({ umid: chain, ...one })));
  }
  return { kind: 'page', umid, entries, next: cursorAt(entries, limit) };
};

/** A chain that has gone since (an unmerge took it along) has no rest; the others are begun again. */
const chainsFrom = (
  umids: readonly Umid[],
  after: ConsentCursor | null,
): readonly (readonly [umid: Umid, after: number | null])[] => {
  const begun = after === null ? -1 : umids.indexOf(after.umid);
  return umids.slice(Math.max(0, begun)).map((umid) => [umid, umid === after?.umid ? after.sequence : null]);
};

const cursorAt = (entries: readonly ListedConsentEntry[], limit: number): ConsentCursor | null => {
  const last = entries.at(-1);
  if (last === undefined || entries.length < limit) return null;
  return { umid: last.umid, sequence: last.sequence };
};
