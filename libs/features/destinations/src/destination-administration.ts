import {
  REMOVAL_TYPE,
  type DestinationRules,
  type FailedDelivery,
  type Occurrence,
} from '@kith/domain/destinations';
import type { Live } from '@kith/platform';
import type {
  Deadline,
  DestinationAdministration,
  DestinationOutcome,
  DestinationPlace,
  DestinationStatus,
  DestinationStore,
  DestinationStores,
  FailedPage,
  ListedDelivery,
  Replay,
} from '@kith/ports';
import { typeOf } from './transforming/content-of.ts';
import type { DestinationsConfiguration } from './transforming/destination.ts';

/** What the commands about destinations need: no process has to take care of any of them. */
export interface DestinationAdministrationDeps {
  readonly configuration: Live<Pick<DestinationsConfiguration, 'destinations'>>;
  readonly destinations: DestinationStores;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const DELIVERIES_PER_STEP = 200;

/** Lists, pauses, resumes and replays; whoever takes care of a destination notices within seconds. */
export const createDestinationAdministration = (
  deps: DestinationAdministrationDeps,
): DestinationAdministration => {
  const find = ({ account, destination }: DestinationPlace): DestinationRules | undefined =>
    deps.configuration
      .current()
      .destinations.find((rules) => rules.account === account && rules.name === destination);
  const having =
    <Input extends DestinationPlace, T>(work: (one: Administered, input: Input) => Promise<T>) =>
    async (deadline: Deadline, input: Input): Promise<DestinationOutcome<T>> => {
      const rules = find(input);
      if (rules === undefined) return { kind: 'unknown' };
      return { kind: 'done', result: await work(administered(deps, rules, deadline), input) };
    };
  const setPaused = (isPaused: boolean) =>
    having(async ({ store, deadline, clock }) => {
      await store.control.setPaused(deadline, isPaused, clock());
      return null;
    });
  return {
    list: (deadline, { account } = {}) =>
      Promise.all(
        deps.configuration
          .current()
          .destinations.filter((rules) => account === undefined || rules.account === account)
          .toSorted(byPlace)
          .map((rules) => statusOf(administered(deps, rules, deadline))),
      ),
    status: having(statusOf),
    failed: having(async ({ store, deadline }, { after, limit }: DestinationPlace & FailedPage) =>
      (await store.failures.page(deadline, { after, limit })).map(listedDelivery),
    ),
    pause: setPaused(true),
    resume: setPaused(false),
    replay: having((one, { replay }: DestinationPlace & { readonly replay: Replay }) =>
      replayed(one, replay),
    ),
  };
};

const byPlace = (a: DestinationRules, b: DestinationRules): number =>
  a.account === b.account ? compare(a.name, b.name) : compare(a.account, b.account);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A destination that a call is about. */
interface Administered {
  readonly rules: DestinationRules;
  readonly store: DestinationStore;
  readonly deadline: Deadline;
  readonly clock: () => number;
}

const administered = (
  { destinations, clock }: DestinationAdministrationDeps,
  rules: DestinationRules,
  deadline: Deadline,
): Administered => {
  const store = destinations.of({ account: rules.account, destination: rules.name });
  return { rules, store, deadline, clock };
};

const statusOf = async ({ rules, store, deadline }: Administered): Promise<DestinationStatus> => {
  const [state, counts, [first]] = await Promise.all([
    store.control.state(deadline),
    store.control.counts(deadline),
    store.retries.heads(deadline, 1),
  ]);
  return {
    account: rules.account,
    destination: rules.name,
    type: rules.target.type,
    isPaused: state?.isPaused ?? rules.startsPaused,
    since: state?.since ?? null,
    takenAt: state?.takenAt ?? {},
    why: first?.why ?? null,
    ...counts,
  };
};

const typeAsSent = (occurrence: Occurrence): string =>
  occurrence.kind === 'removal' ? REMOVAL_TYPE : typeOf(occurrence);

/** A delivery for a list: nothing of what happened is on it. */
const listedDelivery = ({
  id,
  umid,
  queuedAt,
  failedAt,
  tries,
  why,
  occurrence,
}: FailedDelivery): ListedDelivery => ({
  id,
  type: typeAsSent(occurrence),
  umid,
  parkedAt: queuedAt,
  failedAt,
  tries,
  why,
});

const replayed = async (one: Administered, replay: Replay): Promise<number | null> => {
  if (replay.kind === 'since') return restart(one, replay.at);
  const { ids } = replay;
  return ids === undefined ? replayAll(one) : replaySome(one, ids);
};

const restart = async ({ rules, store, deadline, clock }: Administered, at: number): Promise<null> => {
  const now = clock();
  const state = await store.control.state(deadline);
  // One that is to begin paused and that nobody has opened yet still does.
  if (state === null) await store.control.setPaused(deadline, rules.startsPaused, now);
  await store.control.restart(deadline, Math.min(at, now));
  return null;
};

const replayAll = async ({ store, deadline, clock }: Administered): Promise<number> => {
  // What fails again meanwhile is not put back once more.
  const { failed } = await store.control.counts(deadline);
  let all = 0;
  for (let some = 1; some > 0 && all < failed;) {
    const limit = Math.min(DELIVERIES_PER_STEP, failed - all);
    some = await store.failures.replay(deadline, { limit, dueAt: clock() });
    all += some;
  }
  return all;
};

const replaySome = async (
  { store, deadline, clock }: Administered,
  ids: readonly string[],
): Promise<number> => {
  const distinct = [...new Set(ids)];
  let all = 0;
  for (let at = 0; at < distinct.length; at += DELIVERIES_PER_STEP) {
    const some = { ids: distinct.slice(at, at + DELIVERIES_PER_STEP), limit: DELIVERIES_PER_STEP };
    all += await store.failures.replay(deadline, { ...some, dueAt: clock() });
  }
  return all;
};
