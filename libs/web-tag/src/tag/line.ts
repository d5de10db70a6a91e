import { current, isGranted, isRefused } from './decisions.ts';
import { drop } from './drop.ts';
import { safely } from './safely.ts';
import {
  halvesOf,
  isEmpty,
  newJob,
  nobody,
  settle,
  strip,
  type Done,
  type Element,
  type Job,
} from './job.ts';
import { newId } from './new-id.ts';
import type { Collect, Tag } from './tag.ts';
import { namesOf } from './plain.ts';

/** As many as an endpoint's mappings look at in one request. */
const MAX_ELEMENTS = 50;
/** When so many wait, no more elements are taken. */
const MAX_JOBS = 20;
/** So many wait at most, whatever they carry. */
const MAX_LEFT = 100;

/** Adds something that must not arrive before what was told earlier; elements after it go with it. */
export const push = (tag: Tag, members: Partial<Job>, ...waiting: Done[]): Job => {
  const job = newJob(current(tag).visit, { ...members, waiting });
  // Of too many the oldest gives way, but for the first, which may be under way.
  if (tag.jobs.push(job) > MAX_LEFT) settle(tag.jobs.splice(1, 1)[0]!);
  return job;
};

/** The request that further elements may go with. */
export const openJob = (tag: Tag): Job => {
  const [last] = tag.jobs.slice(-1);
  return last && !last.isTried && !last.isReset ? last : push(tag, {});
};

/** Adds an element to the last request, or to a new one; of one that no endpoint takes, what it holds by itself. */
export const add = (tag: Tag, members: Element, done: Done = nobody): void => {
  const element = { id: newId(), ...members };
  const { size } = new Blob([JSON.stringify(element)]);
  if (size > tag.most || tag.jobs[MAX_JOBS]) {
    const parts = halvesOf(members);
    if (parts[1]) for (const part of parts) add(tag, part);
    else drop(members);
    return done(null);
  }
  let job = openJob(tag);
  if (job.bytes + size > tag.most || job.elements[MAX_ELEMENTS - 1]) job = push(tag, {});
  job.elements.push(element);
  job.bytes += size;
  job.waiting.push(done);
};

/** What may not be sent any more is left out of what waits. */
export const purge = (tag: Tag): void => {
  for (const job of tag.jobs) {
    if (tag.isUntracked) job.elements = [];
    if (!job.isSettled && !isGranted(tag)) strip(job);
  }
};

/** The first that can be sent; what may not be sent any more is dropped. */
export const first = (tag: Tag): Job | undefined => {
  const [job] = tag.jobs;
  if (!job) return;
  const { visit, known } = current(tag);
  purge(tag);
  // A grant that was withdrawn is told as withdrawn, under the same key: so it has no effect where it is still on its way.
  if (!job.isSettled) for (const name of namesOf(job.decision)) job.decision![name] &&= known[name] !== false;
  if (job.visit === visit && !isEmpty(job)) return job;
  settle(job);
  tag.jobs.shift();
  return first(tag);
};

/**
 * Brings in what data layers hold. Of a visitor who has not decided they are left alone; what they hold of one who has
 * refused, or asks not to be tracked, is passed over.
 */
export const collect = (tag: Tag): void => {
  const may = isGranted(tag);
  const collectBy = safely(([name, read]: Collect) => {
    const found = read();
    if (may && found && !tag.isUntracked) add(tag, { [name]: found });
  });
  if (may || isRefused(tag)) tag.collectors.forEach(collectBy);
};
