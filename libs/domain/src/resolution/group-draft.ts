import type {
  Commit,
  Guard,
  Identifier,
  IdentifierPut,
  Link,
  Put,
  Release,
  SharedHolding,
  Umid,
} from '../identity/index.ts';
import { identifierText } from './identifier-text.ts';

/** Who owns an identifier that is released; null for nobody, or where nobody has looked. */
type OwnerOf = (identifier: Identifier) => Umid | null;

/** Commits that were decided one after the other, as one: each key is written once, on what the first of them found. */
export interface GroupDraft {
  add(commit: Commit, ownerOf: OwnerOf): void;
  commit(): Commit;
}

/** An identifier that the group has given or taken: `expected` is who owned it before the group. */
interface Ownership extends Identifier {
  readonly expected: Umid | null;
  readonly umid: Umid | null;
}

interface Drafted {
  readonly profiles: Map<string, Commit['profiles'][number]>;
  readonly devices: Map<string, Commit['devices'][number]>;
  readonly ownerships: Map<string, Ownership>;
  /** Of identifiers that nobody of the group has asked for. */
  readonly released: Release[];
  readonly shared: Map<string, SharedHolding>;
  readonly links: Map<string, Link>;
  readonly consent: Commit['consent'][number][];
  readonly heads: Commit['heads'][number][];
  readonly tallies: Map<string, Commit['tallies'][number]>;
  readonly changes: Commit['changes'][number][];
  readonly guards: Map<string, Guard>;
}

export const createGroupDraft = (): GroupDraft => {
  const drafted: Drafted = {
    profiles: new Map(),
    devices: new Map(),
    ownerships: new Map(),
    released: [],
    shared: new Map(),
    links: new Map(),
    consent: [],
    heads: [],
    tallies: new Map(),
    changes: [],
    guards: new Map(),
  };
  return {
    add: (commit, ownerOf) => addCommit(drafted, commit, ownerOf),
    commit: () => composed(drafted),
  };
};

const addCommit = (drafted: Drafted, commit: Commit, ownerOf: OwnerOf): void => {
  for (const put of commit.profiles) putOver(drafted.profiles, put.value.umid, put);
  for (const put of commit.devices) putOver(drafted.devices, put.value.umdid, put);
  for (const release of commit.released) releaseFrom(drafted, release, ownerOf(release));
  for (const put of commit.identifiers) own(drafted, put, put.expected);
  for (const holding of commit.shared) {
    keepLatest(drafted.shared, `${holding.umid}${identifierText(holding)}`, holding);
  }
  for (const link of commit.links) keepLatest(drafted.links, link.umids.join(), link);
  drafted.consent.push(...commit.consent);
  drafted.heads.push(...commit.heads);
  for (const put of commit.tallies) putOver(drafted.tallies, put.value.bucket, put);
  drafted.changes.push(...commit.changes);
  for (const guard of commit.guards) {
    const key = keyOfGuard(guard);
    if (!drafted.guards.has(key)) drafted.guards.set(key, guard);
  }
};

const putOver = <T>(puts: Map<string, Put<T>>, key: string, put: Put<T>): void => {
  const before = puts.get(key);
  puts.set(key, before === undefined ? put : { value: put.value, expected: before.expected });
};

const releaseFrom = ({ ownerships, released }: Drafted, release: Release, owner: Umid | null): void => {
  if (owner === null && !ownerships.has(identifierText(release))) released.push(release);
  if (owner === null || !release.from.includes(owner)) return;
  own({ ownerships }, { name: release.name, value: release.value, umid: null }, owner);
};

const own = (
  { ownerships }: Pick<Drafted, 'ownerships'>,
  { name, value, umid }: Identifier & { readonly umid: Umid | null },
  owner: Umid | null,
): void => {
  const text = identifierText({ name, value });
  const before = ownerships.get(text);
  ownerships.set(text, { name, value, umid, expected: before === undefined ? owner : before.expected });
};

const keepLatest = <T extends { readonly lastSeen: number }>(
  map: Map<string, T>,
  key: string,
  item: T,
): void => {
  const before = map.get(key);
  if (before === undefined || before.lastSeen <= item.lastSeen) map.set(key, item);
};

const keyOfGuard = (guard: Guard): string =>
  guard.kind === 'profile' ? guard.umid : `device ${guard.umdid}`;

const composed = (drafted: Drafted): Commit => {
  const ownerships = [...drafted.ownerships.values()];
  return {
    profiles: [...drafted.profiles.values()],
    devices: [...drafted.devices.values()],
    identifiers: ownerships.flatMap(({ umid, ...rest }): readonly IdentifierPut[] =>
      umid === null ? [] : [{ ...rest, umid }],
    ),
    released: [...drafted.released, ...ownerships.flatMap(releaseOf)],
    shared: [...drafted.shared.values()],
    links: [...drafted.links.values()],
    consent: drafted.consent,
    heads: drafted.heads,
    tallies: [...drafted.tallies.values()],
    changes: drafted.changes,
    // What the group writes states its version itself.
    guards: [...drafted.guards.values()].filter((guard) =>
      guard.kind === 'profile' ? !drafted.profiles.has(guard.umid) : !drafted.devices.has(guard.umdid),
    ),
  };
};

const releaseOf = ({ name, value, umid, expected }: Ownership): readonly Release[] =>
  umid === null && expected !== null ? [{ name, value, from: [expected] }] : [];
