import { join } from 'node:path';
import { open, type Key, type RootDatabase } from 'lmdb';

type Stored = { readonly umid: string };
type Held = Readonly<Record<'name' | 'value' | 'umid', string>>;

/** What is random in every run, or a time of it. */
const OF_THE_RUN = new Set(['umid', 'profileId', 'createdAt', 'changedAt', 'lastSeenAt', 'at', 'mac']);

/**
 * Everything that the embedded store of an account has of persons, sorted, each under the identifiers that lead to it:
 * profile, version, consent history. What two runs of the same cannot have in common is left out: random names, and
 * every time from `begun` on (epoch milliseconds). Nobody may run on the data.
 */
export const endState = async (dataDir: string, begun: number): Promise<readonly string[]> => {
  const root = open(join(dataDir, 'store'), { noSubdir: false, maxDbs: 64 });
  try {
    const names = byUmid(
      valuesOf<Held>(root, 'identifiers').filter(({ name }) => name !== 'profileId'),
      ({ name, value }) => `${name}=${value}`,
    );
    const histories = byUmid(valuesOf<Stored>(root, 'consent'), (entry) => entry);
    return valuesOf<Stored>(root, 'profiles')
      .map((profile) => [names.get(profile.umid)?.toSorted(), profile, histories.get(profile.umid)])
      .map((person) => JSON.stringify(person, (name, value: unknown) => lasting(name, value, begun)))
      .toSorted();
  } finally {
    await root.close();
  }
};

const valuesOf = <V>(root: RootDatabase, name: string): readonly V[] =>
  Array.from(root.openDB<V, Key>(name, { encoding: 'json' }).getRange(), ({ value }) => value);

const byUmid = <V extends { readonly umid: string }, R>(
  values: readonly V[],
  shown: (value: V) => R,
): ReadonlyMap<string, readonly R[]> => {
  const groups = new Map<string, R[]>();
  for (const value of values) {
    const group = groups.get(value.umid);
    if (group === undefined) groups.set(value.umid, [shown(value)]);
    else group.push(shown(value));
  }
  return groups;
};

const lasting = (name: string, value: unknown, begun: number): unknown => {
  if (OF_THE_RUN.has(name)) return undefined;
  return typeof value === 'number' && value >= begun ? 'in this run' : value;
};
