import { sectionsOf, type SegmentAnswers, type SegmentMaterial } from '@kith/domain/answer';
import type { Profile } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import { sumOfActivities } from '@kith/domain/tracking';
import { badInput } from '../pages/bad-input.ts';
import { NAMES } from '../pages/page-size.ts';
import type { QueryContext } from './query-context.ts';

/** An attribute with its value. */
export interface Named {
  readonly name: string;
  readonly value: string;
}

/** As `attributes` of the info answer. */
export const attributes = async (profile: Profile, context: QueryContext): Promise<readonly Named[]> => {
  const material = await materialOf(profile, context);
  const values = valuesOf(profile, context, material, await segmentsOf(profile, context, material));
  return Object.entries(values).map(([name, value]) => ({ name, value }));
};

const NONE: SegmentAnswers = new Map();

/** Attributes by their names, in that order; one that the account does not have is an empty text. */
export const attributesByNames = async (
  profile: Profile,
  { names }: { readonly names: readonly string[] },
  context: QueryContext,
): Promise<readonly Named[]> => {
  if (names.length > NAMES) throw badInput(`At most ${NAMES} names can be asked for at once.`);
  const material = await materialOf(profile, context);
  const hasSegment = names.some((name) => context.rules.segments.has(name));
  const answers = hasSegment ? await segmentsOf(profile, context, material) : NONE;
  const values = new Map(Object.entries(valuesOf(profile, context, material, answers)));
  return names.map((name) => ({ name, value: values.get(name) ?? '' }));
};

/** The segments that the person is in, in the order of the configuration; none of which nobody can say. */
export const segments = async (profile: Profile, context: QueryContext): Promise<readonly string[]> => {
  const answers = await segmentsOf(profile, context, await materialOf(profile, context));
  return [...answers].filter(([, holds]) => holds === true).map(([name]) => name);
};

const segmentsOf = (
  { umid }: Profile,
  { rules, loaders }: QueryContext,
  material: SegmentMaterial,
): Promise<SegmentAnswers> | SegmentAnswers =>
  rules.segments.size === 0 ? NONE : loaders.segments(umid, material);

const valuesOf = (
  profile: Profile,
  { rules, now }: QueryContext,
  { activity }: SegmentMaterial,
  answers: SegmentAnswers,
): Readonly<Record<string, string>> =>
  sectionsOf({ account: rules, profile, activity, linked: [], segments: answers, now }, ['attributes'])
    .attributes ?? {};

const materialOf = async (
  profile: Profile,
  { rules, loaders, now }: QueryContext,
): Promise<SegmentMaterial> => {
  const activities = await loaders.activities(umidsOfPerson(profile));
  return { account: rules, profile, activity: sumOfActivities(rules.plan, activities), now };
};
