import { membersOf } from '../members/beside.ts';
import { shownNamesOf } from './step-formats.ts';

const feeds = (step: unknown): unknown => membersOf(step)['to'] ?? ['response', 'profile', 'events'];

const stepsOf = (pipeline: unknown): readonly unknown[] => {
  const { enrich } = membersOf(pipeline);
  return Array.isArray(enrich) ? enrich : [];
};

const isFed = (step: unknown, feed: string): boolean => {
  const to = feeds(step);
  return Array.isArray(to) && to.includes(feed);
};

/** The attributes that the steps of an account's pipelines add to profiles. */
export const enrichedProfileNames = (pipelines: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(
    Object.values(pipelines)
      .flatMap(stepsOf)
      .filter((step) => isFed(step, 'profile'))
      .flatMap(shownNamesOf),
  );

/** Whether a step's values stand among the attributes of profiles or answers. */
export const feedsAttributes = (step: unknown): boolean => isFed(step, 'profile') || isFed(step, 'response');
