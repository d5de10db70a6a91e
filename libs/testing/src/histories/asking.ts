import { randomUUID } from 'node:crypto';
import type { ProfileId, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileStore } from '@kith/ports';
import { manyOf } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { askOf, askResolver, type ShownAnswer } from './ask-resolver.ts';
import { historyMac } from './history-ids.ts';
import type { HistoryStage } from './stage.ts';

/** What came of requests that were made at once. */
export interface Outcome {
  /** The requests, with the new umids that took effect. */
  readonly requests: readonly ModelRequest[];
  readonly answers: readonly ShownAnswer[];
  /** Umids that were made and stored, but that no answer names: another merge has absorbed them within the same moment. */
  readonly unnamed: readonly Umid[];
}

export interface HistoryAsker {
  /** Makes the requests of a batch, all at once. */
  ask(requests: readonly ModelRequest[]): Promise<Outcome>;
  /** Whether profiles get the ids that the requests name. */
  readonly givesProfileIds: boolean;
}

/** A resolver for each request: all that meet do so in the store. */
export const askerOneEach = (
  stage: HistoryStage,
  store: ProfileStore,
  rules: AccountRules,
): HistoryAsker => ({
  givesProfileIds: true,
  ask: async (requests) => {
    const answers = await Promise.all(requests.map((one) => askResolver(stage, store, rules, one)));
    return { requests, answers, unnamed: [] };
  },
});

/**
 * Resolvers that stand as those of several processes do, each on a store with connections of its own, the requests of a
 * batch in turns to all of them: what reaches the same one at once may be decided in one group. They make their new ids
 * themselves; which of them took effect is read from the answers.
 */
export const standingAsker = (
  stage: HistoryStage,
  stores: readonly ProfileStore[],
  rules: AccountRules,
): HistoryAsker => {
  let made: Umid[] = [];
  const newUmid = (): Umid => {
    const umid = randomUUID() as Umid;
    made.push(umid);
    return umid;
  };
  const newProfileId = (): ProfileId => randomUUID() as ProfileId;
  const mac = historyMac(rules.name);
  const resolvers = stores.map((store) =>
    stage.resolverOf({ store, account: rules, mac, newUmid, newProfileId }),
  );
  const ask: HistoryAsker['ask'] = async (requests) => {
    made = [];
    const answers = await Promise.all(
      requests.map((request, index) => askOf(resolvers[index % resolvers.length]!, rules, request)),
    );
    const named = new Set(answers.map(({ umid }) => umid));
    const isMade = new Set(made);
    const others = made.filter((umid) => !named.has(umid));
    const { profiles } = await stores[0]!.load(scopeOf(rules.name), { umids: others });
    return {
      requests: requests.map((request, index) => {
        const { umid } = answers[index]!;
        return isMade.has(umid) ? { ...request, newUmid: umid } : request;
      }),
      answers,
      unnamed: profiles.map(({ umid }) => umid),
    };
  };
  return { ask, givesProfileIds: false };
};

/** The stores of so many resolvers: where there are fewer, several share one. */
export const storesFor = (stores: readonly ProfileStore[], resolvers: number): readonly ProfileStore[] =>
  manyOf(resolvers, (number) => stores[number % stores.length]!);
