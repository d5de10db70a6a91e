import type { KithAnswer } from '../kith.ts';
import { newId } from './new-id.ts';

export type Done = (answer: KithAnswer | null) => void;
export type Element = Readonly<Record<string, unknown>>;

/** One request to be. Once it has been tried nothing comes to it: its key stands for its content. */
export interface Job {
  readonly key: string;
  visit: string;
  elements: Element[];
  bytes: number;
  identifiers?: Readonly<Record<string, string>> | undefined;
  sections?: readonly string[] | undefined;
  permission?: Element;
  notification?: readonly Element[] | undefined;
  isReset?: boolean;
  isTried?: boolean;
  /** It belongs to whoever was there before a reset, and was permitted then. */
  isSettled?: boolean | undefined;
  readonly waiting: Done[];
}

export const newJob = (visit: string, members: Partial<Job>): Job => ({
  key: newId(),
  visit,
  elements: [],
  bytes: 0,
  waiting: [],
  ...members,
});

/** Leaves of a job what needs no permission: consent, and a reset. */
export const strip = (job: Job): void => {
  job.elements = [];
  delete job.identifiers;
  delete job.sections;
};

export const isEmpty = (job: Job): boolean =>
  !(job.elements.length || job.identifiers || job.sections || job.permission || job.isReset);

/** Nobody waits any longer. */
export const settle = (job: Job, answer: KithAnswer | null): void => {
  for (const done of job.waiting.splice(0)) done(answer);
};

/**
 * What becomes of a request that was refused as a whole: identifiers and consent apart from the elements, then the
 * elements in halves, until the one at fault is alone. Nothing comes of that one.
 */
export const partsOf = (job: Job): Job[] => {
  const { elements, visit, isSettled } = job;
  const hasMore = job.identifiers || job.permission;
  const half = hasMore ? 0 : elements.length >> 1;
  if (half === elements.length || !(hasMore || half)) return [];
  return [
    { ...job, key: newId(), elements: elements.slice(0, half) },
    newJob(visit, { isSettled, elements: elements.slice(half) }),
  ];
};
