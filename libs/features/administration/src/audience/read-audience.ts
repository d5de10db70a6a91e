import { shownIdentifiers } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities } from '@kith/domain/tracking';
import type {
  AudienceMember,
  AudienceOrder,
  AudiencePage,
  Expressions,
  PersonDetails,
  PersonPlace,
  ProfileCatalogue,
  Scope,
} from '@kith/ports';
import { holdsForEach } from './holds-for-each.ts';

export interface ReadAudienceDeps {
  readonly catalogue: ProfileCatalogue;
  readonly details: Pick<PersonDetails, 'activitiesByUmid'>;
  readonly expressions: Expressions;
}

/** Whom to read, by which rules, and when; in epoch milliseconds. */
export interface AudienceQuestion {
  readonly rules: AccountRules;
  readonly order: AudienceOrder;
  readonly now: number;
}

/** So many persons are looked at for a page: what is read of them is small, and answered in a call's time. */
const PAGE = 100;

/**
 * The part of an audience behind a place. Whether somebody grants the permission is read with the person; only of whom
 * grants it, and has an identifier that is asked for, the segment is evaluated.
 */
export const readAudience = async (
  deps: ReadAudienceDeps,
  scope: Scope,
  question: AudienceQuestion,
  after: PersonPlace | null,
): Promise<AudiencePage> => {
  const behind = after === null ? {} : { after };
  const selection = { by: 'created', order: 'oldestFirst', limit: PAGE, ...behind } as const;
  const seen = await deps.catalogue.persons(scope, selection);
  const candidates = seen
    .filter((profile) => isGranted(question, profile))
    .map((profile) => ({ profile, member: memberOf(question, profile) }))
    .filter(({ member }) => question.order.identifiers === null || member.identifiers.length > 0);
  const answers = await segmentAnswers(
    deps,
    scope,
    question,
    candidates.map(({ profile }) => profile),
  );
  const last = seen.length < PAGE ? undefined : seen.at(-1);
  return {
    members: candidates.filter((_, at) => answers[at] === true).map(({ member }) => member),
    seen: seen.length,
    unanswered: answers.filter((answer) => answer === null).length,
    next: last === undefined ? null : { at: last.createdAt, umid: last.umid },
  };
};

const isGranted = ({ order: { requires } }: AudienceQuestion, { permissions }: Profile): boolean =>
  requires === null || permissions[requires]?.granted === true;

const memberOf = ({ rules, order }: AudienceQuestion, profile: Profile): AudienceMember => ({
  umid: profile.umid,
  profileId: profile.profileId,
  identifiers: shownIdentifiers(rules, profile)
    .filter(({ name }) => order.identifiers?.includes(name) ?? true)
    .toSorted((a, b) => b.lastSeen - a.lastSeen)
    .map(({ name, value }) => ({ name, value })),
});

const segmentAnswers = async (
  { details, expressions }: ReadAudienceDeps,
  scope: Scope,
  { rules, order, now }: AudienceQuestion,
  profiles: readonly Profile[],
): Promise<readonly (boolean | null)[]> => {
  if (profiles.length === 0) return [];
  const activities = await details.activitiesByUmid(scope, profiles.flatMap(umidsOfPerson));
  const materials = profiles.map((profile) => {
    const own = umidsOfPerson(profile).flatMap((umid) => activities.get(umid) ?? []);
    return { account: rules, profile, activity: sumOfActivities(rules.plan, own), now };
  });
  return holdsForEach(expressions, scope.deadline, materials, order.segment);
};
