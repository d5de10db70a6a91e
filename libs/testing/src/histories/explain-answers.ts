import { isDeepStrictEqual } from 'node:util';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ModelRequest } from '../model/model-request.ts';
import { copyOf, type Model } from '../model/model-state.ts';
import { visitModel } from '../model/visit-model.ts';
import type { ShownAnswer } from './ask-resolver.ts';
import { isSame } from './is-same.ts';

/** Requests that arrived at once, and what each was answered. */
export interface Answered {
  readonly requests: readonly ModelRequest[];
  readonly answers: readonly ShownAnswer[];
}

/** Which requests have been taken, one bit each, and the models that they may have led to. */
type Frontier = ReadonlyMap<number, readonly Model[]>;

/**
 * The models that some order of the requests leads to with just these answers; throws where none does. Orders that have
 * taken the same requests and come to the same model are one from there on, so that a crowd needs no search of all orders.
 */
export const explainAnswers = (
  models: readonly Model[],
  rules: AccountRules,
  answered: Answered,
): readonly Model[] => {
  let frontier: Frontier = new Map([[0, models]]);
  for (let taken = 0; taken < answered.requests.length; taken += 1) {
    const next = oneMore(frontier, rules, answered);
    if (next.size === 0) throw unexplained(frontier, rules, answered);
    frontier = next;
  }
  return [...frontier.values()].flat();
};

const oneMore = (frontier: Frontier, rules: AccountRules, { requests, answers }: Answered): Frontier => {
  const next = new Map<number, Model[]>();
  for (const [taken, models] of frontier) {
    for (const [index, request] of requests.entries()) {
      const bit = 1 << index;
      if ((taken & bit) !== 0) continue;
      for (const { model, answer } of models.map((before) => visited(before, rules, request))) {
        if (isSame(answer, answers[index])) addDistinct(next, taken | bit, model);
      }
    }
  }
  return next;
};

const visited = (before: Model, rules: AccountRules, request: ModelRequest) => {
  const model = copyOf(before);
  const { absorbed: _, ...answer } = visitModel(model, rules, request);
  return { model, answer };
};

const addDistinct = (frontier: Map<number, Model[]>, taken: number, model: Model): void => {
  const models = frontier.get(taken) ?? [];
  if (models.some((other) => isDeepStrictEqual(other, model))) return;
  frontier.set(taken, [...models, model]);
};

/** Says how far the orders that come furthest get, and what would have had to be answered there. */
const unexplained = (frontier: Frontier, rules: AccountRules, { requests, answers }: Answered): Error => {
  const stuck = [...frontier].flatMap(([taken, models]) => {
    const left = requests.filter((_, index) => (taken & (1 << index)) === 0);
    return models.map((model) => left.map((request) => visited(model, rules, request).answer));
  });
  const told = { requests, answers, expected: stuck };
  return new Error(`no order of these requests gives these answers: ${JSON.stringify(told, null, 1)}`);
};
