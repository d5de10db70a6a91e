import { forget } from './answers.ts';
import { change, current } from './decisions.ts';
import { ask } from './gate.ts';
import { type Done } from './job.ts';
import { collect, purge, push } from './line.ts';
import { newId } from './new-id.ts';
import { takeStored } from './stored.ts';
import type { Tag } from './tag.ts';

/**
 * A visitor goes and another comes: other tabs know by the visit that theirs is late. It is sent whatever is known here,
 * because the cookie outlives local storage.
 */
export const reset = (tag: Tag, done: Done): void => {
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
