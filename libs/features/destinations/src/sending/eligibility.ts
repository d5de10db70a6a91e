import type { Profile } from '@kith/domain/identity';
import type { ActivitySum } from '@kith/domain/tracking';
import { evaluateSegments, type Expressions } from '@kith/ports';
import type { DestinationDeps, InSegment } from './destination-deps.ts';

/** Whether a destination may have anything of a person now. */
export type Eligibility = 'yes' | 'no' | 'unknown';

/** Whether every one of the permissions is granted; what nobody has decided is not. */
export const hasPermissions = (
  requires: readonly string[],
  { permissions }: Pick<Profile, 'permissions'>,
): boolean => requires.every((name) => Object.hasOwn(permissions, name) && permissions[name]!.granted);

/** By permissions and segment as they are at this moment. */
export const eligibilityOf = async (
  { rules, account, inSegment, callDeadline }: DestinationDeps,
  profile: Profile,
  activity: () => Promise<ActivitySum>,
): Promise<Eligibility> => {
  if (!hasPermissions(rules.requires, profile)) return 'no';
  if (rules.segment === null) return 'yes';
  const isIn = await inSegment(callDeadline(), account, rules.segment, {
    profile,
    activity: await activity(),
  });
  if (isIn === null) return 'unknown';
  return isIn ? 'yes' : 'no';
};

/** Asks the condition of the segment, of the person as it is now. */
export const inSegmentBy =
  (expressions: Expressions, clock: () => number): InSegment =>
  async (deadline, account, segment, person) => {
    const subject = { account, ...person, now: clock() };
    const [answers] = await evaluateSegments(expressions, deadline, [subject], [segment]);
    return answers?.get(segment) ?? null;
  };
