import { isEmptyConsent } from '@kith/domain/consent';
import { changeWords, rowSentence, type Explanation, type Umdid } from '@kith/domain/identity';
import type { Administration, ResolveCall, Resolver, Scope } from '@kith/ports';

/** A decision of the resolver about a request, in words. */
export interface WatchedDecision {
  /** Counts from 1, over all devices. */
  readonly number: number;
  readonly row: Explanation['row'];
  /** What the row says. */
  readonly sentence: string;
  /** What it changed, a sentence each. */
  readonly changes: readonly string[];
}

/** A resolver that is watched, and what was seen of it. */
export interface WatchedDecisions {
  readonly resolver: Resolver;
  /** The newest decisions about the requests of a device, oldest first; asking, for no device too, keeps the watch awake. */
  readonly of: (umdid: Umdid | null) => readonly WatchedDecision[];
}

export interface WatchDeps {
  readonly resolver: Resolver;
  readonly explain: Administration['explain'];
  /** The pipeline whose requests are watched. */
  readonly pipeline: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

interface Entry extends WatchedDecision {
  readonly umdid: Umdid;
}

/** How long after somebody last looked decisions are watched, in milliseconds: nobody else pays for it. */
const AWAKE_MS = 15 * 60_000;
/** So many decisions are remembered, in memory only. */
const REMEMBERED = 100;

/** Explains what changes a profile just before it is done, while somebody looks. */
export const watchDecisions = ({ resolver, explain, pipeline, clock }: WatchDeps): WatchedDecisions => {
  let entries: readonly Entry[] = [];
  let awakeUntil = 0;
  let number = 0;
  const watch = async (scope: Scope, call: ResolveCall): Promise<void> => {
    const explanation = await explain(scope, call);
    number += 1;
    entries = [...entries, entryOf(number, call, explanation)].slice(-REMEMBERED);
  };
  return {
    resolver: {
      resolve: async (scope, call) => {
        const isWatched = call.pipeline === pipeline && clock() < awakeUntil && changesProfile(call);
        // A visit must not fail for want of its explanation.
        if (isWatched) await watch(scope, call).catch(() => undefined);
        return resolver.resolve(scope, call);
      },
    },
    of: (umdid) => {
      awakeUntil = clock() + AWAKE_MS;
      return entries
        .filter((entry) => entry.umdid === umdid)
        .map(({ umdid: _umdid, ...decision }) => decision);
    },
  };
};

const changesProfile = ({ identifiers, consent }: ResolveCall): boolean =>
  identifiers.length > 0 || !isEmptyConsent(consent);

const entryOf = (number: number, { umdid }: ResolveCall, { row, changes }: Explanation): Entry => ({
  number,
  umdid,
  row,
  sentence: rowSentence(row),
  changes: changes.map((change) => changeWords(change, umdid)),
});
