import { tell } from './consent.ts';
import { pass } from './gate.ts';
import type { Done } from './job.ts';
import { add, collect, openJob, push } from './line.ts';
import { ofDocument } from './own.ts';
import { happened, membersOf, namesOf } from './plain.ts';
import { reset } from './reset.ts';
import { hurry, soon } from './schedule.ts';
import type { Tag } from './tag.ts';

/** The longest value that an endpoint takes, in characters. */
const MAX_VALUE = 512;

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
  track(tag, done, {
    page: happened(members, { name: ofDocument('title'), url: (tag.lastPage = location.href) }),
  });
};

/** The calls by name, and nothing that every object has. */
export const calls: Readonly<Record<string, Call | null>> = {
  __proto__: null,
  page,
  track: (tag, done, action) => track(tag, done, { action: [happened(action)] }),
  identify: (tag, done, given) => {
    const named: Record<string, string> = {};
    const members = membersOf(given, /string|number/);
    for (const name of namesOf(members)) {
      const text = `${members[name] as number}`.trim();
      tag.identified.push(text.toLowerCase());
      if (!text[MAX_VALUE]) named[name] = text;
    }
    pass(tag, done, () => {
      collect(tag);
      push(tag, { named }, done);
      hurry(tag);
    });
  },
  consent: tell,
  info: (tag, done, sections) =>
    pass(tag, done, () => {
      const job = openJob(tag);
      const wanted = membersOf(sections);
      const names = sections ? namesOf(wanted).filter((name) => wanted[name]) : tag.sections;
      (job.asked ??= []).push(...names);
      job.waiting.push(done);
      hurry(tag);
    }),
  reset,
};
