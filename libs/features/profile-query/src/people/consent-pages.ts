import type { StandingEntry } from '@kith/domain/consent';
import { parseUmid, type Profile, type Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { connectionOf, type Connection, type PageArguments } from '../pages/connection.ts';
import { cursorOf, readCursor, wrongCursor } from '../pages/cursor.ts';
import { CONSENT, pageSize } from '../pages/page-size.ts';
import { shownConsent, type ShownConsent } from './shown-consent.ts';
import type { QueryContext } from './query-context.ts';

const LIST = 'consent';
/** Most persons have one chain; of others so many are read at once. */
const CHAINS_AT_ONCE = 16;

/** A chain, and the number of the entry that is to be read behind. */
interface Chain {
  readonly umid: Umid;
  readonly after: number | null;
}

interface ChainedEntry {
  readonly umid: Umid;
  readonly standing: StandingEntry;
}

/**
 * A page of the consent history of a person: its own chain, newest entry first, then the chains of what it has
 * absorbed, each newest first. New entries lie before the cursor; what a merge brings comes last.
 */
export const personConsent = async (
  profile: Profile,
  args: PageArguments,
  { loaders }: QueryContext,
): Promise<Connection<ShownConsent>> => {
  const size = pageSize(CONSENT, args.first);
  const [own, ...others] = chainsFrom(umidsOfPerson(profile), args.after ?? null);
  const entries: ChainedEntry[] = [];
  for (const chains of [own === undefined ? [] : [own], ...groupsOf(others)]) {
    if (entries.length > size) break;
    const parts = chains.map(({ umid, after }) => loaders.consent({ umid, after, limit: size + 1 }));
    (await Promise.all(parts)).forEach((part, index) => {
      entries.push(...part.map((standing) => ({ umid: chains[index]!.umid, standing })));
    });
  }
  return connectionOf(entries, size, args, {
    cursor: ({ umid, standing }) => cursorOf(LIST, umid, standing.sequence),
    node: ({ umid, standing }) => shownConsent(umid, standing),
  });
};

const chainsFrom = (umids: readonly Umid[], cursor: string | null): readonly Chain[] => {
  if (cursor === null) return umids.map((umid) => ({ umid, after: null }));
  const [umid, sequence] = readCursor(LIST, cursor);
  if (typeof umid !== 'string' || !Number.isSafeInteger(sequence)) throw wrongCursor();
  const begun = umids.findIndex((one) => one === parseUmid(umid));
  if (begun === -1) throw wrongCursor();
  const [first, ...others] = umids.slice(begun);
  return [
    { umid: first!, after: Number(sequence) },
    ...others.map((other) => ({ umid: other, after: null })),
  ];
};

const groupsOf = (chains: readonly Chain[]): readonly (readonly Chain[])[] =>
  Array.from({ length: Math.ceil(chains.length / CHAINS_AT_ONCE) }, (_, index) =>
    chains.slice(index * CHAINS_AT_ONCE, (index + 1) * CHAINS_AT_ONCE),
  );
