import type { StandingEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { ChainRange, ConsentHistory } from './consent-history.ts';
import type { Scope } from './scope.ts';

const ENTRIES_PER_READ = 500;

/** All entries of a chain one after the other, from one end or from behind an entry, read a page at a time. */
export async function* chainEntries(
  history: ConsentHistory,
  scope: Scope,
  umid: Umid,
  { order, after = null }: Pick<ChainRange, 'order'> & Partial<Pick<ChainRange, 'after'>>,
): AsyncGenerator<StandingEntry> {
  let behind = after;
  for (;;) {
    const range = { order, after: behind, limit: ENTRIES_PER_READ };
    const page = await history.entries(scope, umid, range);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < ENTRIES_PER_READ) return;
    behind = last.sequence;
  }
}
