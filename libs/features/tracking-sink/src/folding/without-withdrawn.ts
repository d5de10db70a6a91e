import type { Profile } from '@kith/domain/identity';
import type { ConsentHistory, ProfileStore, Scope } from '@kith/ports';
import { requiredForTracking, type RulesInForce } from '@kith/domain/pipeline';
import type { Sighting } from './sighting.ts';
import { knownWithoutHistory, wasInForce, type PermissionThen } from './permission-in-force.ts';

/** Needed to tell what was permitted when. */
export interface ConsentFilterDeps {
  readonly profiles: Pick<ProfileStore, 'load' | 'stored'>;
  readonly consentHistory: ConsentHistory;
  readonly rules: RulesInForce;
}

/**
 * The edge drops by what it last heard of a permission; a decision on another device may be news to it. What counts is
 * the permission in force when the event was received (docs/behaviour.md#tracking-that-waits-for-a-permission).
 */
export const withoutWithdrawn = async <T extends Sighting>(
  deps: ConsentFilterDeps,
  scope: Scope,
  events: readonly T[],
): Promise<readonly T[]> => {
  const questions = events.map((event) =>
    requiredForTracking(deps.rules, event.pipeline).map((permission): PermissionThen => {
      const { umid, receivedAt: moment } = event;
      return { umid, permission, moment };
    }),
  );
  const umids = [...new Set(questions.flat().map(({ umid }) => umid))];
  if (umids.length === 0) return events;
  const { profiles } = await deps.profiles.load(scope, { umids });
  const found = new Map(profiles.map((one) => [one.umid, one.profile]));
  const allowed: T[] = [];
  for (const [index, event] of events.entries()) {
    if (await areGranted(deps, scope, found.get(event.umid), questions[index] ?? [])) allowed.push(event);
  }
  return allowed;
};

/** A umid that nobody knows has granted nothing. */
const areGranted = async (
  deps: ConsentFilterDeps,
  scope: Scope,
  profile: Profile | undefined,
  questions: readonly PermissionThen[],
): Promise<boolean> => {
  for (const asked of questions) {
    if (profile === undefined) return false;
    if (!(knownWithoutHistory(profile, asked) ?? (await wasInForce(deps, scope, asked)))) return false;
  }
  return true;
};
