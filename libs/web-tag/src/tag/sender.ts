import { doubt, learn } from './consent.ts';
import { isGranted } from './decisions.ts';
import { partsOf, settle, type Job } from './job.ts';
import { collect, first } from './line.ts';
import { beacon, post, type Outcome } from './post.ts';
import { pause, within } from './schedule.ts';
import { store } from './stored.ts';
import type { Tag } from './tag.ts';

/** Sends the line one by one, again and again where it must. */
export const flush = async (tag: Tag): Promise<void> => {
  if (tag.underway || !tag.isReady) return;
  collect(tag);
  const job = first(tag);
  if (!job) return;
  prepare(tag, job);
  job.isTried = true;
  tag.underway = job;
  const outcome = await post(tag, job);
  delete tag.underway;
  finish(tag, job, outcome);
  within(tag, 0);
};

/** The first request of a page asks for what the page wants to know, and whatever may change it. */
const prepare = (tag: Tag, job: Job): void => {
  const isDue = !tag.hasAsked || job.named || job.decision || job.isReset;
  if (!isDue || !isGranted(tag)) return;
  tag.hasAsked = true;
  job.asked ??= tag.settings.sections;
};

const finish = (tag: Tag, job: Job, outcome: Outcome): void => {
  const answer = typeof outcome === 'object' ? outcome : null;
  settle(job, answer);
  if (!outcome || outcome === 429 || (outcome as number) > 499) {
    pause(tag);
    // Nobody may come back to a page that is not seen.
    return document.hidden ? leave(tag) : undefined;
  }
  tag.failures = 0;
  const isRefused = outcome === 400 || outcome === 413;
  const parts = isRefused ? partsOf(job) : [];
  // What is under way stands first.
  tag.jobs.splice(0, 1, ...parts);
  if (isRefused && !parts[0]) doubt(tag, job);
  if (answer) learn(tag, answer);
};

/** Whether the head of the line went; what follows a reset must not go before it is answered. */
const isTaken = (tag: Tag, job: Job | undefined): boolean => {
  if (!job || !tag.isReady || tag.failures || !navigator.onLine) return false;
  prepare(tag, job);
  return !!beacon(tag, job) && !job.isReset;
};

/** The page ends, or may: what the browser does not take is stored for the next. */
export const leave = (tag: Tag): void => {
  const { jobs } = tag;
  collect(tag);
  const underway = tag.underway ? jobs.splice(0, 1) : [];
  while (!tag.underway?.isReset && isTaken(tag, first(tag))) settle(jobs.shift()!, null);
  if (store(tag)) for (const job of jobs.splice(0)) settle(job, null);
  jobs.unshift(...underway);
};
