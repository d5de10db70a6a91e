import { isEmpty, type Job } from './job.ts';
import { within } from './schedule.ts';
import { keep, recall } from './storage.ts';
import type { Tag } from './tag.ts';

const STORED = 'kith.queue';
/** The most characters of it. */
const MOST = 200_000;

/** Nobody is named in what lies on the visitor's disk. */
const write = ({ settings: { body, query } }: Tag, jobs: readonly Job[]): string =>
  JSON.stringify(
    jobs.map(({ waiting, identifiers, ...job }) => job),
    (name, value: unknown) => (body.includes(name) || query.includes(name) ? undefined : value),
  );

/** Keeps requests for the next page; answers whether that was possible. Of too much the oldest elements are left out. */
export const store = (tag: Tag): boolean => {
  const jobs = [...recall<Job[]>(STORED, []), ...tag.jobs].filter((job) => !isEmpty(job));
  for (const job of jobs) if (write(tag, jobs).length > MOST) job.elements = [];
  return !jobs.length || keep(STORED, write(tag, jobs));
};

/** Takes what an earlier page has stored; whoever takes it has it alone. */
export const takeStored = (tag: Tag): void => {
  const jobs = recall<Job[]>(STORED, []).map((job) => ({ ...job, waiting: [] }));
  if (jobs.length) keep(STORED);
  tag.jobs.splice(tag.underway ? 1 : 0, 0, ...jobs);
  tag.isReady = true;
  within(tag, 0);
};

/** The same where another tab may want it too. */
export const adopt = (tag: Tag): void => {
  const take = (): void => takeStored(tag);
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks) locks.request('kith', take).catch(take);
  else take();
};
