import type { InfoAnswer } from '@kith/contracts/tag';
import type { KithAnswer, KithSent } from '../kith.ts';
import type { Job } from './job.ts';
import { emit } from './on.ts';
import { safely } from './safely.ts';
import type { Tag } from './tag.ts';

/** What pages are told an answer is; nothing, and no program, where the endpoint answers with anything else. */
type Answer = InfoAnswer extends KithAnswer ? KithAnswer : never;

/** What came of an attempt: an answer, or the status; 0 where there was none. */
export type Outcome = Answer | number;

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
export const post = async (tag: Tag, job: Job): Promise<Outcome> => {
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

/** Sends a request of a page that ends; answers whether the browser has taken it. */
export const beacon = safely((tag: Tag, job: Job) => navigator.sendBeacon(...tell(tag, job, 'beacon')));
