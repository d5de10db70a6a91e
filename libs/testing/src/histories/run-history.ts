import { randomAccount } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import type { Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileStore, Scope, UnmergeOutcome } from '@kith/ports';
import { historyAccount } from '../model/history-account.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { emptyModel, type Model } from '../model/model-state.ts';
import { unmergingOf } from '../model/unmerge-model.ts';
import { adoptStore } from './adopt-store.ts';
import { askerOneEach, standingAsker, storesFor, type HistoryAsker } from './asking.ts';
import { explainAnswers } from './explain-answers.ts';
import { findFaults } from './find-faults.ts';
import { createRequests, historyMac } from './history-ids.ts';
import { isSame } from './is-same.ts';
import { recorded } from './recorded-store.ts';
import type { HistoryStage } from './stage.ts';
import type { Batch, Step } from './step.ts';
import { usedBy, viewOfModel, viewOfStore, type UsedKeys } from './view.ts';

/** How a history goes. */
export interface HistoryOptions {
  /** It looks at the whole store after every so many batches, and in the end. */
  readonly lookEvery: number;
  /** So many resolvers stand and share its requests; 0: each request has one of its own. */
  readonly resolvers: number;
}

export interface Ran {
  readonly steps: number;
  /** Commits that came too late, and were decided again. */
  readonly conflicts: number;
}

/** A history on its way. */
interface Run {
  readonly stage: HistoryStage;
  readonly rules: AccountRules;
  readonly store: ProfileStore;
  readonly asker: HistoryAsker;
  readonly scope: () => Scope;
  readonly asked: ModelRequest[];
  readonly answered: Umid[];
}

/**
 * Runs a history on the real resolver and in the model, and throws where they differ: the answers of a batch and what
 * the store then holds must be those of some order of the batch's requests.
 */
export const runHistory = async (
  stage: HistoryStage,
  history: readonly Batch[],
  { lookEvery, resolvers }: HistoryOptions,
): Promise<Ran> => {
  const rules = historyAccount(randomAccount());
  const { stores, entries, conflicts } = recorded(storesFor(stage.stores, Math.max(1, resolvers)));
  const store = stores[0]!;
  const asker = resolvers === 0 ? askerOneEach(stage, store, rules) : standingAsker(stage, stores, rules);
  const run: Run = { stage, rules, store, asker, scope: () => scopeOf(rules.name), asked: [], answered: [] };
  const requestsOf = createRequests(rules.name);
  let models: readonly Model[] = [emptyModel()];
  for (const [index, batch] of history.entries()) {
    models = await runBatch(run, models, batch, requestsOf);
    if (index % lookEvery === 0 || index === history.length - 1) models = await agreeing(run, models);
  }
  const used = usedIn(run);
  const faults = await findFaults({ stage, store, rules, used, entries });
  if (faults.length > 0) throw new Error(`after the history:\n${faults.join('\n')}`);
  return { steps: history.flat().length, conflicts: conflicts() };
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
  const [{ unnamed, ...outcome }, unmergings] = await Promise.all([
    run.asker.ask(requests),
    Promise.all(umids.map((umid) => undo(run, umid))),
  ]);
  run.asked.push(...outcome.requests);
  run.answered.push(...outcome.answers.map(({ umid }) => umid), ...unnamed);
  if (umids.length + unnamed.length === 0) return explainAnswers(models, run.rules, outcome);
  if (requests.length === 0 && umids.length === 1) mustBeExpected(models, umids[0]!, unmergings[0]!);
  return [await adoptStore(run.store, run.scope(), run.asked, run.answered)];
};

const undo = ({ stage, store, rules, scope }: Run, umid: Umid): Promise<UnmergeOutcome> =>
  stage.administrationOf({ store, account: rules, mac: historyMac(rules.name) }).unmerge(scope(), { umid });

const mustBeExpected = (models: readonly Model[], umid: Umid, unmerging: UnmergeOutcome): void => {
  const expected = models.map((model) => unmergingOf(model, umid));
  if (expected.some((one) => isSame(one, unmerging))) return;
  throw new Error(
    `undoing ${umid} came to something else: ${JSON.stringify({ unmerging, expected }, null, 1)}`,
  );
};

const usedIn = ({ asker, asked, answered }: Run): UsedKeys => {
  const used = usedBy(asked, answered);
  if (asker.givesProfileIds) return used;
  return { ...used, identifiers: used.identifiers.filter(({ name }) => name !== 'profileId') };
};

const agreeing = async (run: Run, models: readonly Model[]): Promise<readonly Model[]> => {
  const { rules, store, scope } = run;
  const used = usedIn(run);
  const view = await viewOfStore(store, scope(), rules, used);
  const views = models.map((model) => ({ model, expected: viewOfModel(model, rules, used) }));
  const agreed = views.filter(({ expected }) => isSame(expected, view));
  if (agreed.length > 0) return agreed.map(({ model }) => model);
  const expected = views.map((one) => one.expected);
  throw new Error(`the store holds something else: ${JSON.stringify({ view, expected }, null, 1)}`);
};
