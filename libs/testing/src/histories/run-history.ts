import { isDeepStrictEqual } from 'node:util';
import { randomAccount } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import type { Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileStore, Scope, Unmerging } from '@kith/ports';
import { historyAccount } from '../model/history-account.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { copyOf, emptyModel, type Model } from '../model/model-state.ts';
import { unmergingOf } from '../model/unmerge-model.ts';
import { visitModel } from '../model/visit-model.ts';
import { adoptStore } from './adopt-store.ts';
import { askResolver, type ShownAnswer } from './ask-resolver.ts';
import { findFaults } from './find-faults.ts';
import { createRequests, historyMac } from './history-ids.ts';
import { isSame } from './is-same.ts';
import { permutationsOf } from './permutations.ts';
import { recorded } from './recorded-store.ts';
import type { HistoryStage } from './stage.ts';
import type { Batch, Step } from './step.ts';
import { usedBy, viewOfModel, viewOfStore } from './view.ts';

/** How often a history looks at the whole store: after every so many batches, and in the end. */
export interface Watching {
  readonly lookEvery: number;
}

/** A history on its way. */
interface Run {
  readonly stage: HistoryStage;
  readonly rules: AccountRules;
  readonly store: ProfileStore;
  readonly scope: () => Scope;
  readonly asked: ModelRequest[];
  readonly answered: Umid[];
}

/**
 * Runs a history on the real resolver and in the model, and throws where they differ: the answers of a batch and what
 * the store then holds must be those of some order of the batch's requests. Answers with the number of its steps.
 */
export const runHistory = async (
  stage: HistoryStage,
  history: readonly Batch[],
  { lookEvery }: Watching,
): Promise<number> => {
  const rules = historyAccount(randomAccount());
  const { store, entries } = recorded(stage.profiles);
  const run: Run = { stage, rules, store, scope: () => scopeOf(rules.name), asked: [], answered: [] };
  const requestsOf = createRequests(rules.name);
  let models: readonly Model[] = [emptyModel()];
  for (const [index, batch] of history.entries()) {
    models = await runBatch(run, models, batch, requestsOf);
    if (index % lookEvery === 0 || index === history.length - 1) models = await agreeing(run, models);
  }
  const used = usedBy(run.asked, run.answered);
  const faults = await findFaults({ stage, store, rules, used, entries });
  if (faults.length > 0) throw new Error(`after the history:\n${faults.join('\n')}`);
  return history.flat().length;
};

const runBatch = async (
  run: Run,
  models: readonly Model[],
  batch: Batch,
  requestsOf: (steps: readonly Step[]) => readonly ModelRequest[],
): Promise<readonly Model[]> => {
  const requests = requestsOf(batch.filter((step) => step.kind === 'request'));
  const umids = batch.flatMap((step) =>
    step.kind === 'unmerge' ? (run.answered.at(-1 - step.answered) ?? []) : [],
  );
  const [answers, unmergings] = await Promise.all([
    Promise.all(requests.map((request) => askResolver(run.stage, run.store, run.rules, request))),
    Promise.all(umids.map((umid) => undo(run, umid))),
  ]);
  run.asked.push(...requests);
  run.answered.push(...answers.map(({ umid }) => umid));
  if (umids.length === 0) return explaining(models, run.rules, requests, answers);
  if (requests.length === 0 && umids.length === 1) mustBeExpected(models, umids[0]!, unmergings[0]!);
  return [await adoptStore(run.store, run.scope(), run.asked)];
};

const undo = ({ stage, store, rules, scope }: Run, umid: Umid): Promise<Unmerging> =>
  stage.administrationOf({ store, account: rules, mac: historyMac(rules.name) }).unmerge(scope(), { umid });

const mustBeExpected = (models: readonly Model[], umid: Umid, unmerging: Unmerging): void => {
  const expected = models.map((model) => unmergingOf(model, umid));
  if (expected.some((one) => isSame(one, unmerging))) return;
  throw new Error(
    `undoing ${umid} came to something else: ${JSON.stringify({ unmerging, expected }, null, 1)}`,
  );
};

/** The models that some order of the requests leads to with just these answers. */
const explaining = (
  models: readonly Model[],
  rules: AccountRules,
  requests: readonly ModelRequest[],
  answers: readonly ShownAnswer[],
): readonly Model[] => {
  const outcomes = models.flatMap((model) =>
    permutationsOf(requests).map((order) => outcomeOf(model, rules, requests, order)),
  );
  const explained = outcomes.filter((outcome) => isSame(outcome.answers, answers));
  if (explained.length > 0) return distinct(explained.map(({ model }) => model));
  throw new Error(
    `no order of these requests gives these answers: ${JSON.stringify({ requests, answers, expected: outcomes.map((one) => one.answers) }, null, 1)}`,
  );
};

const outcomeOf = (
  before: Model,
  rules: AccountRules,
  requests: readonly ModelRequest[],
  order: readonly ModelRequest[],
) => {
  const model = copyOf(before);
  const byRequest = new Map(
    order.map((request) => {
      const { absorbed: _, ...answer } = visitModel(model, rules, request);
      return [request, answer] as const;
    }),
  );
  return { model, answers: requests.map((request) => byRequest.get(request)) };
};

const agreeing = async (
  { rules, store, scope, asked, answered }: Run,
  models: readonly Model[],
): Promise<readonly Model[]> => {
  const used = usedBy(asked, answered);
  const view = await viewOfStore(store, scope(), rules, used);
  const views = models.map((model) => ({ model, expected: viewOfModel(model, rules, used) }));
  const agreed = views.filter(({ expected }) => isSame(expected, view));
  if (agreed.length > 0) return agreed.map(({ model }) => model);
  const expected = views.map((one) => one.expected);
  throw new Error(`the store holds something else: ${JSON.stringify({ view, expected }, null, 1)}`);
};

const distinct = (models: readonly Model[]): readonly Model[] =>
  models.filter((model, index) => models.findIndex((other) => isDeepStrictEqual(other, model)) === index);
