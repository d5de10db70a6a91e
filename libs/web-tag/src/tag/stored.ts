import { isEmpty, strip, type Job } from './job.ts';
import { safely } from './safely.ts';
import { within } from './schedule.ts';
import { keep, recall } from './storage.ts';
import type { Tag } from './tag.ts';

const STORED = 'kith.queue';
/** The most characters of elements: decisions come to it, which are few and short. */
const MOST = 170_000;

/** What an earlier page has stored, of what has the shape of it: anything may stand there. */
const readStored = (): Job[] =>
  [recall<(Partial<Job> | null)[]>(STORED, [])].flat().filter((job) => job?.elements?.push) as Job[];

/** What stands after `?` and `#` in addresses. */
const QUERIES = /[?#][^"\\ ]*=[^"\\ ]*/g;

/**
 * Keeps requests for the next page; answers whether that was possible. Of too much the oldest elements are left out,
 * never a decision. Nobody is named in what lies there: neither by a member, nor by a value, nor by an address, nor in a
 * data layer, of which nobody knows where it names somebody.
 */
export const store = (tag: Tag): boolean => {
  const isSafe = (of: unknown): boolean => !tag.identified.includes(of);
  const write = (job: Job): string =>
    JSON.stringify(job, (name, value: unknown) => (isSafe(name) && isSafe(value) ? value : undefined));
  const texts: string[] = [];
  let left = MOST;
  for (const job of [...readStored(), ...tag.jobs].reverse()) {
    const bare = { ...job, waiting: [] };
    strip(bare);
    const full = { ...bare, elements: job.elements.filter(({ page, action }) => page || action) };
    if (isEmpty(full)) continue;
    const text = write(full).replace(QUERIES, '');
    texts.unshift((left -= text.length) > 0 ? text : write(bare));
  }
  return !texts[0] || keep(STORED, `[${texts.join()}]`);
};

/** Takes what an earlier page has stored; whoever takes it has it alone. */
export const takeStored = (tag: Tag): void => {
  tag.isReady = true;
  const jobs = readStored().map((job) => ({ ...job, waiting: [] }));
  keep(STORED);
  tag.jobs.splice(tag.underway ? 1 : 0, 0, ...jobs);
  within(tag, 0);
};

/** The same where another tab may want it too. */
export const adopt = (tag: Tag): void => {
  const take = safely(() => takeStored(tag));
  const locks = (navigator as Partial<Navigator>).locks;
  void (locks?.request('kith', take).catch(take) ?? take());
};
