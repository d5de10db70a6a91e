import { forget } from './answers.ts';
import { change, current, isGranted } from './decisions.ts';
import { strip, type Done } from './job.ts';
import { collect, push } from './line.ts';
import { newId } from './new-id.ts';
import { safely } from './safely.ts';
import { within } from './schedule.ts';
import { takeStored } from './stored.ts';
import type { Tag } from './tag.ts';

/**
 * A visitor goes and another comes: other tabs know by the visit that theirs is late. Of somebody of whom nothing was
 * ever told there is nothing to reset.
 */
export const reset = (tag: Tag, done: Done): void => {
  collect(tag);
  takeStored(tag);
  const { visit: before, known } = current(tag);
  const visit = newId();
  for (const job of tag.jobs) {
    if (!job.isSettled && !isGranted(tag)) strip(job);
    // What was told of the visitor who goes is sent first.
    if (job.visit === before) Object.assign(job, { visit, isSettled: true, isTried: true });
  }
  for (const [stop] of tag.held.splice(0)) stop(null);
  change(tag, { visit, known: {}, told: {} });
  delete window.fcData;
  forget();
  if (tag.settings.requires.length && !Object.keys(known).length) done(null);
  else push(tag, { isReset: true }, done);
  for (const tell of tag.tellers) safely(tell)();
  within(tag, 0);
};
