import type { KithAnswer } from '../kith.ts';
import { newId } from './new-id.ts';
import { namesOf } from './plain.ts';

export type Done = (answer: KithAnswer | null) => void;

/** Waits for no answer. */
export const nobody: Done = () => undefined;

export type Element = Readonly<Record<string, unknown>>;

/** One request to be. Once it has been tried nothing comes to it: its key stands for its content. */
export interface Job {
  readonly key: string;
  visit: string;
  elements: Element[];
  bytes: number;
  named?: Readonly<Record<string, string>> | undefined;
  asked?: string[] | undefined;
  decision?: Record<string, unknown> | undefined;
  notices?: readonly Element[] | undefined;
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
  job.named = job.asked = undefined;
};

export const isEmpty = (job: Job): boolean =>
  !(job.elements[0] || job.named || job.asked || job.decision || job.notices || job.isReset);

/** Nobody waits any longer. */
export const settle = (job: Job, answer: KithAnswer | null = null): void => {
  for (const done of job.waiting.splice(0)) done(answer);
};

/** A list as two. */
const halves = <One>(list: readonly One[]): One[][] => [
  list.slice(0, list.length / 2),
  list.slice(list.length / 2),
];

/** An element that holds a list, as data layers do, as two with half of it each; any other as it is. */
export const halvesOf = (element: Element): Element[] => {
  for (const name of namesOf(element)) {
    const list = element[name];
    if (Array.isArray(list) && list[1]) return halves(list).map((half) => ({ id: newId(), [name]: half }));
  }
  return [element];
};

/**
 * What becomes of a request that was refused as a whole: identifiers, each permission and the notification apart from
 * the elements, and elements in halves, and what one holds in halves, until the one at fault is alone. Nothing comes of
 * that one.
 */
export const partsOf = ({ elements, named, decision, notices, visit, isSettled }: Job): Job[] => {
  const parts = [
    { named },
    ...namesOf(decision).map((name) => ({ decision: { [name]: decision![name] } })),
    { notices },
    ...halves(elements[1] ? elements : elements.flatMap(halvesOf)).map((half) => ({ elements: half })),
  ]
    .map((part) => newJob(visit, { isSettled, ...part }))
    .filter((job) => !isEmpty(job));
  return parts[1] ? parts : [];
};
