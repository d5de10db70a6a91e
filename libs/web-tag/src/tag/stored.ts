import { keep, recall } from './storage.ts';
import { isEmpty, strip, type Element, type Job } from './job.ts';
import { safely } from './safely.ts';
import { hurry } from './schedule.ts';
import type { Tag } from './tag.ts';

const storedOf = (tag: Tag): string => `${tag.keptAs}.queue`;
/** After so many characters no elements are stored; decisions always are, which are few and short. */
const MAX_CHARACTERS = 120_000;

/** What an earlier page has stored, of what has the shape of it: anything may stand there. */
const readStored = (tag: Tag): Job[] =>
  [recall<Job[]>(storedOf(tag)) ?? []].flat().filter(safely(({ elements }) => elements.every(Boolean)));

/** What stands after `?` and `#` in addresses, and in whatever may be one. */
const QUERY = /[?#]\S.*/s;

/**
 * Keeps requests for the next page; answers whether that was possible. Of too much the oldest elements are left out,
 * never a decision. Nobody is named in what lies there: neither by a member, nor by a value, nor by an address, nor in a
 * data layer, of which nobody knows where it names somebody.
 */
export const store = (tag: Tag): boolean | undefined => {
  const clean = (name: string, value: unknown): unknown => {
    const text = typeof value === 'string' ? value.replace(QUERY, '') : value;
    const isNamed = tag.identified.some((one) => one && `${text as number}`.toLowerCase().includes(one));
    return [...tag.body, ...tag.query].includes(name) || (isNamed && name !== 'timestamp') ? undefined : text;
  };
  const stored = readStored(tag);
  // What was tried stood first.
  const line = tag.jobs[0]?.isTried ? [...tag.jobs, ...stored] : [...stored, ...tag.jobs];
  const kept: Job[] = [];
  let left = MAX_CHARACTERS;
  for (const job of line.reverse()) {
    const bare = { ...job };
    strip(bare);
    if (left > 0)
      bare.elements = job.elements
        .filter(({ page, action }) => page || action)
        .map(({ id, ...said }) => ({ id, ...(JSON.parse(JSON.stringify(said, clean)) as Element) }));
    left -= JSON.stringify(bare).length;
    if (!isEmpty(bare)) kept.unshift(bare);
  }
  return keep(storedOf(tag), kept[0] && JSON.stringify(kept));
};

/** Takes what an earlier page has stored; whoever takes it has it alone. */
export const takeStored = (tag: Tag): void => {
  tag.isReady = true;
  const jobs = readStored(tag).map((job) => ({ ...job, asked: undefined, waiting: [] }));
  keep(storedOf(tag));
  tag.jobs.splice(tag.underway ? 1 : 0, 0, ...jobs);
  hurry(tag);
};

/** The same where another tab may want it too. */
export const adopt = (tag: Tag): void => {
  const take = safely(() => takeStored(tag));
  const locks = (navigator as Partial<Navigator>).locks;
  void (locks?.request('kith', take).catch(take) ?? take());
};
