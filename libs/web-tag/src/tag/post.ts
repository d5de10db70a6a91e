import type { InfoAnswer } from '@kith/contracts';
import type { KithAnswer, KithSent } from '../kith.ts';
import type { Job } from './job.ts';
import { emit } from './on.ts';
import { safely } from './safely.ts';
import type { Tag } from './tag.ts';

/** What pages are told an answer is; nothing, and no program, where the endpoint answers with anything else. */
type Answer = InfoAnswer extends KithAnswer ? KithAnswer : never;

/** What came of an attempt: an answer, or the status; 0 where there was none. */
export type Outcome = Answer | number;

const urlOf = ({ base, settings }: Tag, { isReset, asked = [], named = {} }: Job): string => {
  const query = new URLSearchParams({ out: 'json' });
  for (const name of asked) query.set(name, '');
  for (const name of settings.query) if (named[name]) query.set(name, named[name]);
  return new URL(`${isReset ? 'reset' : 'info'}?${query.toString()}`, base).href;
};

const bodyOf = ({ settings }: Tag, { elements, decision, notices, named = {} }: Job): KithSent['body'] => {
  const body: KithSent['body'] = { permission: decision, notification: notices };
  if (elements.length) body['data'] = elements;
  for (const name of settings.body) body[name] = named[name];
  return body;
};

const tell = (tag: Tag, job: Job, by: KithSent['by']): [url: string, text: string] => {
  const url = urlOf(tag, job);
  const body = bodyOf(tag, job);
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
      headers: { 'Idempotency-Key': job.key },
    });
    return response.ok ? ((await response.json()) as Answer) : response.status;
  } catch {
    return 0;
  }
};

/** Sends a request of a page that ends; answers whether the browser has taken it. */
export const beacon = safely((tag: Tag, job: Job) => navigator.sendBeacon(...tell(tag, job, 'beacon')));
