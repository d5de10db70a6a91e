import type { DestinationRules } from '@kith/domain/destinations';
import type { Live } from '@kith/platform';
import type {
  Deadline,
  DestinationAdministration,
  DestinationOutcome,
  DestinationPlace,
  DestinationRegister,
  DestinationStatus,
  FailedPage,
  Replay,
  Scope,
} from '@kith/ports';
import type { ActivationConfiguration } from './transforming/destination.ts';
import { listedParcel } from './listed-parcel.ts';

/** What the commands about destinations need: no process has to take care of any of them. */
export interface DestinationAdministering {
  readonly configuration: Live<Pick<ActivationConfiguration, 'destinations'>>;
  readonly deliveries: DestinationRegister;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const PARCELS_PER_STEP = 200;

/** Lists, pauses, resumes and replays; whoever takes care of a destination notices within seconds. */
export const createDestinationAdministration = (
  parts: DestinationAdministering,
): DestinationAdministration => {
  const find = ({ account, destination }: DestinationPlace): DestinationRules | undefined =>
    parts.configuration
      .current()
      .destinations.find((rules) => rules.account === account && rules.name === destination);
  const having =
    <Input extends DestinationPlace, T>(
      work: (rules: DestinationRules, scope: Scope, input: Input) => Promise<T>,
    ) =>
    async (deadline: Deadline, input: Input): Promise<DestinationOutcome<T>> => {
      const rules = find(input);
      if (rules === undefined) return { kind: 'unknown' };
      return { kind: 'done', result: await work(rules, { account: input.account, deadline }, input) };
    };
  const setPaused = (isPaused: boolean) =>
    having(async ({ name }, scope) => {
      await parts.deliveries.setPaused(scope, name, isPaused, parts.clock());
      return null;
    });
  return {
    list: (deadline, { account } = {}) =>
      Promise.all(
        parts.configuration
          .current()
          .destinations.filter((rules) => account === undefined || rules.account === account)
          .toSorted(byPlace)
          .map((rules) => statusOf(parts, rules, { account: rules.account, deadline })),
      ),
    status: having((rules, scope) => statusOf(parts, rules, scope)),
    failed: having(async ({ name }, scope, { after, limit }: DestinationPlace & FailedPage) =>
      (await parts.deliveries.failed(scope, name, { after, limit })).map(listedParcel),
    ),
    pause: setPaused(true),
    resume: setPaused(false),
    replay: having((rules, scope, { replay }: DestinationPlace & { readonly replay: Replay }) =>
      replayed(parts, rules, scope, replay),
    ),
  };
};

const byPlace = (a: DestinationRules, b: DestinationRules): number =>
  a.account === b.account ? compare(a.name, b.name) : compare(a.account, b.account);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const statusOf = async (
  { deliveries }: DestinationAdministering,
  { account, name, target, startsPaused }: DestinationRules,
  scope: Scope,
): Promise<DestinationStatus> => {
  const [state, counts, [first]] = await Promise.all([
    deliveries.state(scope, name),
    deliveries.counts(scope, name),
    deliveries.waiting(scope, name, 1),
  ]);
  return {
    account,
    destination: name,
    type: target.type,
    isPaused: state?.isPaused ?? startsPaused,
    since: state?.since ?? null,
    takenAt: state?.takenAt ?? {},
    why: first?.why ?? null,
    ...counts,
  };
};

const replayed = async (
  parts: DestinationAdministering,
  rules: DestinationRules,
  scope: Scope,
  replay: Replay,
): Promise<number | null> => {
  if (replay.kind === 'since') return beginAgain(parts, rules, scope, replay.at);
  const { ids } = replay;
  return ids === undefined ? replayAll(parts, rules, scope) : replaySome(parts, rules, scope, ids);
};

const beginAgain = async (
  { deliveries, clock }: DestinationAdministering,
  { name, startsPaused }: DestinationRules,
  scope: Scope,
  at: number,
): Promise<null> => {
  const now = clock();
  const state = await deliveries.state(scope, name);
  // One that is to begin paused and that nobody has opened yet still does.
  if (state === null) await deliveries.setPaused(scope, name, startsPaused, now);
  await deliveries.beginAgain(scope, name, Math.min(at, now));
  return null;
};

const replayAll = async (
  { deliveries, clock }: DestinationAdministering,
  { name }: DestinationRules,
  scope: Scope,
): Promise<number> => {
  // What fails again meanwhile is not put back once more.
  const { failed } = await deliveries.counts(scope, name);
  let all = 0;
  for (let some = 1; some > 0 && all < failed;) {
    const limit = Math.min(PARCELS_PER_STEP, failed - all);
    some = await deliveries.replayFailed(scope, name, { limit, dueAt: clock() });
    all += some;
  }
  return all;
};

const replaySome = async (
  { deliveries, clock }: DestinationAdministering,
  { name }: DestinationRules,
  scope: Scope,
  ids: readonly string[],
): Promise<number> => {
  const distinct = [...new Set(ids)];
  let all = 0;
  for (let at = 0; at < distinct.length; at += PARCELS_PER_STEP) {
    const some = { ids: distinct.slice(at, at + PARCELS_PER_STEP), limit: PARCELS_PER_STEP };
    all += await deliveries.replayFailed(scope, name, { ...some, dueAt: clock() });
  }
  return all;
};
