import { forget } from './answers.ts';
import { tell } from './consent.ts';
import { change, current } from './decisions.ts';
import { ask, pass } from './gate.ts';
import type { Done } from './job.ts';
import { add, collect, openJob, purge, push } from './line.ts';
import { newId } from './new-id.ts';
import { ofDocument } from './own.ts';
import { happened, membersOf, namesOf } from './plain.ts';
import { hurry, soon } from './schedule.ts';
import { takeStored } from './stored.ts';
import type { Tag } from './tag.ts';

/**
 * A visitor goes and another comes: other tabs know by the visit that theirs is late. It is sent whatever is known here,
 * because the cookie outlives local storage.
 */
const reset = (tag: Tag, done: Done): void => {
  collect(tag);
  takeStored(tag);
  const { visit: before } = current(tag);
  const visit = newId();
  purge(tag);
  for (const job of tag.jobs) {
    // What was told of the visitor who goes is sent first.
    if (job.visit === before) {
      job.visit = visit;
      job.isSettled = job.isTried = true;
    }
  }
  for (const settle of tag.held.splice(0)) settle();
  change(tag, { visit, known: {}, told: {} });
  // A page that has declared it cannot have it deleted.
  window.fcData = undefined;
  forget();
  push(tag, { isReset: true }, done);
  ask(tag);
};

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
