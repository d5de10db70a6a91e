import { tell } from './consent.ts';
import { pass } from './gate.ts';
import type { Done } from './job.ts';
import { add, collect, openJob, push } from './line.ts';
import { happened, membersOf, textsOf } from './plain.ts';
import { reset } from './reset.ts';
import { soon, within } from './schedule.ts';
import type { Tag } from './tag.ts';

/** What the page can call; each calls `done` once. */
export type Call = (tag: Tag, done: Done, first?: unknown, second?: unknown) => void;

const track = (tag: Tag, done: Done, element: Record<string, unknown>): void => {
  if (tag.isUntracked) return done(null);
  pass(tag, done, () => {
    add(tag, element, done);
    soon(tag);
  });
};

export const page: Call = (tag, done, members) => {
  const url = (tag.lastPage = location.href);
  const all = { name: document.title, url, ...membersOf(members) };
  track(tag, done, { page: happened(all) });
};

/** The calls by name, and nothing that every object has. */
export const calls: Readonly<Record<string, Call | null>> = {
  __proto__: null,
  page,
  track: (tag, done, action) => track(tag, done, { action: [happened(membersOf(action))] }),
  identify: (tag, done, given) => {
    const members = membersOf(given, 'string', 'number');
    const named = textsOf(members, Object.keys(members)) as Record<string, string>;
    pass(tag, done, () => {
      collect(tag);
      tag.identified.push(...Object.values(members));
      push(tag, { named }, done);
      within(tag, 0);
    });
  },
  consent: tell,
  info: (tag, done, sections) =>
    pass(tag, done, () => {
      const job = openJob(tag);
      const wanted = membersOf(sections);
      const names = sections ? Object.keys(wanted).filter((name) => wanted[name]) : tag.settings.sections;
      job.asked = [...(job.asked ?? []), ...names];
      job.waiting.push(done);
      within(tag, 0);
    }),
  reset,
};
