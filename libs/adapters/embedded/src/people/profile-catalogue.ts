import type { Profile, ProfileState } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { PersonPlace, PersonSelection, ProfileCatalogue } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey, forwards, type KeyRange, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Bytes of a name that a key surely has room for; names of pipelines are far shorter. */
const MAX_SOURCE = 512;
const STATES: readonly ProfileState[] = ['visitor', 'customer'];

/** Lists the persons in the embedded store. */
export const createProfileCatalogue = (
  environment: Environment,
  store: StoreCollections,
): ProfileCatalogue => ({
  persons: ({ account, deadline }, selection) =>
    environment.read(deadline, () =>
      placesIn(store, account, selection).flatMap((place) => profileAt(store, account, place)),
    ),
});

const profileAt = (store: StoreCollections, account: AccountName, place: PersonPlace): readonly Profile[] => {
  const stored = store.profiles.get(accountKey(account, place.umid));
  return stored?.kind === 'profile' ? [stored] : [];
};

/** The places of each state and source, brought into one order. */
const placesIn = (
  store: StoreCollections,
  account: AccountName,
  selection: PersonSelection,
): readonly PersonPlace[] => {
  const { by, limit, order, after } = selection;
  const prefixes = (selection.state === undefined ? STATES : [selection.state]).flatMap((state) =>
    sourcesOf(store, accountKey(account, by, state), selection.source).map((source) =>
      accountKey(account, by, state, source),
    ),
  );
  return prefixes
    .flatMap((prefix) => store.personPlaces.keys({ ...rangeOf(prefix, selection), limit: limit + 1 }))
    .map((key) => ({ at: Number(key[4]), umid: key[5] as PersonPlace['umid'] }))
    .filter(({ umid }) => umid !== after?.umid)
    .sort(order === 'newestFirst' ? (a, b) => compare(b, a) : compare)
    .slice(0, limit);
};

const compare = (a: PersonPlace, b: PersonPlace): number => a.at - b.at || (a.umid < b.umid ? -1 : 1);

/** Every source that stands behind a prefix, one key each. */
const sourcesOf = (
  store: StoreCollections,
  prefix: StoreKey,
  wanted: string | undefined,
): readonly string[] => {
  if (wanted !== undefined) return Buffer.byteLength(wanted) > MAX_SOURCE ? [] : [wanted];
  const sources: string[] = [];
  const { end } = forwards(...prefix);
  let { start } = forwards(...prefix);
  for (;;) {
    const [key] = store.personPlaces.keys({ start, end, limit: 1 });
    if (key === undefined) return sources;
    const source = String(key[3]);
    sources.push(source);
    start = forwards(...prefix, source).end;
  }
};

const rangeOf = (prefix: StoreKey, { order, from, to, after }: PersonSelection): KeyRange => {
  const { start, end } = forwards(...prefix);
  const lowest = from === undefined ? start : [...prefix, from, false];
  const highest = to === undefined ? end : [...prefix, to, false];
  const isWithin =
    after !== undefined &&
    !(order === 'newestFirst' ? after.at >= (to ?? Infinity) : after.at < (from ?? -Infinity));
  const behind = isWithin ? [...prefix, after.at, after.umid] : null;
  return order === 'newestFirst'
    ? { start: behind ?? highest, end: lowest, reverse: true }
    : { start: behind ?? lowest, end: highest };
};
