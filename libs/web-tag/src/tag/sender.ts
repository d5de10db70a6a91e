import type { InfoAnswer } from '@kith/contracts/tag';
import type { KithAnswer, KithSent } from '../kith.ts';
import { doubt, learn } from './consent.ts';
import { change, current, isGranted } from './decisions.ts';
import { drop } from './drop.ts';
import { type Job, newJob, partsOf, settle } from './job.ts';
import { collect, first } from './line.ts';
import { emit } from './on.ts';
import { ofDocument } from './own.ts';
import { safely } from './safely.ts';
import { ANSWERED_MS, giveWay, goOn, pause } from './schedule.ts';
import { store, takeStored } from './stored.ts';
import type { Tag } from './tag.ts';

/** What pages are told an answer is; nothing, and no program, where the endpoint answers with anything else. */
type Answer = InfoAnswer extends KithAnswer ? KithAnswer : never;

/** What came of an attempt: an answer, or the status; 0 where there was none. */
type Outcome = Answer | number;

/** Sends a request of a page that ends; answers whether the browser has taken it. */
const beacon = safely((tag: Tag, job: Job) => navigator.sendBeacon(...tell(tag, job, 'beacon')));

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

/** Tells the page what is sent, and where. */
const tell = (tag: Tag, job: Job, by: KithSent['by']): [url: string, text: string] => {
  const { asked = [], named = {}, elements } = job;
  const address = new URL(`${job.isReset ? 'reset' : 'info'}?out=json`, tag.base);
  const { searchParams } = address;
  for (const name of asked) searchParams.set(name, '');
  for (const name of tag.query) if (named[name]) searchParams.set(name, named[name]);
  const body: KithSent['body'] = {
    permission: job.decision,
    notification: job.notices,
    data: elements[0] && elements,
  };
  for (const name of tag.body) body[name] = named[name];
  const url = address.href;
  emit('kith:sent', { url, body, by } satisfies KithSent);
  return [url, JSON.stringify(body)];
};

/** Sends a request, and reads its answer. */
const post = async (tag: Tag, job: Job): Promise<Outcome> => {
  const [url, body] = tell(tag, job, 'fetch');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      credentials: 'include',
      keepalive: true,
      headers: { 'Idempotency-Key': JSON.stringify(job.key) },
    });
    // What is not read counts on against the 64 KiB that a browser lets a page have under way.
    const text = await response.text();
    return response.ok ? (JSON.parse(text) as Answer) : response.status;
  } catch {
    return 0;
  }
};
