import { isEntryOf, type ImportedPermission } from '@kith/domain/consent';
import type { Profile, Umid } from '@kith/domain/identity';
import type { ConsentHistory, Scope } from '@kith/ports';

/** How many entries of a chain are read at once. */
const PAGE = 500;

/** What of this an import has told before: the chains of the profile, and of what it has absorbed, say so. */
export const toldBefore = async (
  history: ConsentHistory,
  scope: Scope,
  { umid, absorbed }: Profile,
  told: readonly ImportedPermission[],
): Promise<ReadonlySet<ImportedPermission>> => {
  const found = new Set<ImportedPermission>();
  for (const one of [umid, ...absorbed]) {
    if (told.every((permission) => found.has(permission))) break;
    await findIn(history, scope, one, told, found);
  }
  return found;
};

const findIn = async (
  history: ConsentHistory,
  scope: Scope,
  umid: Umid,
  told: readonly ImportedPermission[],
  found: Set<ImportedPermission>,
): Promise<void> => {
  let after: number | null = null;
  do {
    const page = await history.entries(scope, umid, { order: 'newestFirst', after, limit: PAGE });
    for (const { entry } of page) {
      if (entry === null) continue;
      for (const one of told) if (isEntryOf(entry, one)) found.add(one);
    }
    after = page.length < PAGE ? null : page.at(-1)!.sequence;
  } while (after !== null);
};
