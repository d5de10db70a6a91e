import { NO_ACCOUNT } from '@kith/domain/privacy';
import { deadlineIn } from '@kith/platform';
import { outOfReach, trailsInReach, withTrails, type Trail, type TrailName } from './audit-trails.ts';
import { COMMAND_MS, type RunDeps, type Outcome } from '../parts/command.ts';
import { unknownAccount } from '../parts/unknown-account.ts';

/** What was done to something that no configured account owns, such as a dead letter. */
const OF_NONE: readonly TrailName[] = ['profiles'];

/** The words of the commands about audit trails. */
export interface TrailWords {
  readonly account: string;
  readonly trail?: TrailName | undefined;
}

/** Does the work on the trail that was asked for, or on all that are in reach, and says which are not. */
export const onTrails = async (
  { connections, terminal }: RunDeps,
  { account, trail }: TrailWords,
  work: (trails: readonly Trail[]) => Promise<Outcome>,
): Promise<Outcome> => {
  const isNone = account === NO_ACCOUNT;
  if (!isNone && !(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
  const names = trail === undefined ? (isNone ? OF_NONE : trailsInReach(connections.settings())) : [trail];
  const notice = trail === undefined && !isNone ? outOfReach(names) : null;
  if (notice !== null) terminal.message(notice);
  return withTrails(connections, { account, deadline: deadlineIn(COMMAND_MS) }, names, work);
};
