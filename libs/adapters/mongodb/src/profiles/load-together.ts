import type { Identifier } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Loaded, ProfileReader, Wanted } from '@kith/ports';
import { gathered, type AskAll } from '../engine/gathered.ts';

/** What one caller wants of its account. */
interface Asked {
  readonly account: AccountName;
  readonly wanted: Wanted;
}

/** Their profiles may come in one document of the database, which may have 16 MiB. */
const MAX_PROFILES = 200;

/**
 * The same look, once for all who look for umids and identifiers of an account within a turn of the event loop. Who
 * wants something of a device, or of shared identifiers, looks alone.
 */
export const loadTogether = (load: ProfileReader['load']): ProfileReader['load'] => {
  const loadAll = gathered(loadEach(load), { sizeOf: profilesOf, maxSize: MAX_PROFILES });
  return async (scope, wanted) => {
    if (!isByKeysAlone(wanted)) return load(scope, wanted);
    const [loaded] = await loadAll(scope.deadline, [{ account: scope.account, wanted }]);
    return loaded!;
  };
};

const profilesOf = ({ wanted: { umids = [], identifiers = [] } }: Asked): number =>
  umids.length + identifiers.length;

const isByKeysAlone = ({ umids, identifiers, ...others }: Wanted): boolean =>
  Object.keys(others).length === 0 && (umids?.length ?? 0) + (identifiers?.length ?? 0) > 0;

/** One look for each account: nothing of one is ever in what another one is told. */
const loadEach =
  (load: ProfileReader['load']): AskAll<Asked, Loaded> =>
  async (deadline, asked) => {
    const accounts = [...new Set(asked.map(({ account }) => account))];
    const looks = await Promise.all(
      accounts.map(async (account): Promise<[AccountName, PartOf]> => {
        const own = asked.filter((one) => one.account === account).map(({ wanted }) => wanted);
        return [account, partsOf(await load({ account, deadline }, unionOf(own)))];
      }),
    );
    const byAccount = new Map(looks);
    return asked.map(({ account, wanted }) => byAccount.get(account)!(wanted));
  };

type PartOf = (wanted: Wanted) => Loaded;

const unionOf = (wanted: readonly Wanted[]): Wanted => ({
  umids: [...new Set(wanted.flatMap(({ umids = [] }) => umids))],
  identifiers: wanted.flatMap(({ identifiers = [] }) => identifiers),
});

/** What of the whole each caller wanted. */
const partsOf = (whole: Loaded): PartOf => {
  const profiles = new Map(whole.profiles.map((found) => [found.umid, found]));
  const owners = new Map(whole.owners.map((owner) => [nameOf(owner), owner]));
  return ({ umids = [], identifiers = [] }) => ({
    ...whole,
    profiles: umids.flatMap((umid) => profiles.get(umid) ?? []),
    owners: identifiers.flatMap((identifier) => owners.get(nameOf(identifier)) ?? []),
  });
};

const nameOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);
