import type { Tag } from './tag.ts';
import { doubt, learn } from './consent.ts';
import { change, current, isGranted } from './decisions.ts';
import { beacon, post, type Outcome } from './post.ts';
import { newJob, partsOf, settle, type Job } from './job.ts';
import { drop } from './drop.ts';
import { collect, first } from './line.ts';
import { ofDocument } from './own.ts';
import { ANSWERED_MS, giveWay, goOn, pause } from './schedule.ts';
import { store, takeStored } from './stored.ts';

/** Sends the line one by one, again and again where it must. */
export const flush = async (tag: Tag): Promise<void> => {
  if (tag.underway || !tag.isReady) return;
  collect(tag);
  const { isSeen, sentAt } = current(tag);
  // Another page has just sent the first request.
  if (!isSeen && tag.sentAt !== sentAt && Date.now() - sentAt! < ANSWERED_MS) return giveWay(tag);
  const job = first(tag);
  if (!job) return;
  try {
    prepare(tag, job);
    tag.underway = job;
    const outcome = await post(tag, job);
    tag.underway = undefined;
    finish(tag, job, outcome);
  } catch {
    // Nobody on the page can mend it.
    tag.underway = undefined;
  }
};

/** The first request of a page asks for what the page wants to know, and whatever may change it. */
const prepare = (tag: Tag, job: Job): void => {
  job.isTried = true;
  // The answer to a reset brings another cookie.
  if (job.isReset || !current(tag).isSeen) change(tag, { isSeen: false, sentAt: Date.now() });
  giveWay(tag);
  if (isGranted(tag) && (!tag.hasAsked || job.named || job.decision || job.isReset)) {
    tag.hasAsked = true;
    job.asked ??= tag.sections as string[];
  }
};

/** Whether the same may be taken later. */
const isPutOff = (outcome: Outcome): boolean => !outcome || outcome === 429 || (outcome as number) > 499;

const finish = (tag: Tag, job: Job, outcome: Outcome): void => {
  const answer = typeof outcome === 'object' ? outcome : null;
  settle(job, answer);
  if (isPutOff(outcome)) {
    pause(tag);
    // Nobody may come back to a page that is not seen.
    if (ofDocument('hidden')) leave(tag);
    return;
  }
  goOn(tag);
  const { visit } = current(tag);
  const isRefused = [400, 413].includes(outcome as number);
  const isLate = answer && job.visit !== visit;
  // A late answer has set the cookie of the visitor who went.
  const parts = isLate ? [newJob(visit, { isReset: true })] : isRefused ? partsOf(job) : [];
  // What is under way stands first.
  tag.jobs.splice(0, 1, ...parts);
  if (!parts[0]) {
    if (isRefused) {
      doubt(tag, job);
      job.elements.forEach(drop);
    }
    if (answer && !job.isSettled) learn(tag, answer);
  }
  // What has waited for this answer goes on, also where nobody comes back to the page.
  if (ofDocument('hidden')) takeStored(tag);
};

/** Whether the head of the line went for good: not a reset, nor a decision that may have overtaken what is under way. */
const isTaken = (tag: Tag, job?: Job): unknown => {
  if (job && tag.isReady && !tag.restingFor && navigator.onLine) {
    prepare(tag, job);
    return beacon(tag, job) && !job.isReset && !(job.decision && tag.underway);
  }
  return undefined;
};

/** The page ends, or may: what the browser does not take is stored for the next. */
export const leave = (tag: Tag): void => {
  collect(tag);
  const underway = tag.underway ? tag.jobs.splice(0, 1) : [];
  while (isTaken(tag, first(tag))) settle(tag.jobs.shift()!);
  if (store(tag)) for (const job of tag.jobs.splice(0)) settle(job);
  tag.jobs.unshift(...underway);
};
