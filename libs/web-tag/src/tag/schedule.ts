import { current } from './decisions.ts';
import type { Tag } from './tag.ts';

/** Sends the first of the line when it has rested for so many milliseconds, and not before. */
const run = (tag: Tag, ms?: number): void => {
  clearTimeout(tag.timer);
  tag.restingFor = ms;
  tag.timer = setTimeout(() => {
    tag.timer = tag.restingFor = 0;
    tag.flush!();
  }, ms);
};

/** There is something to send. */
export const hurry = (tag: Tag): void => {
  if (!tag.restingFor) run(tag);
};

/** For how long tracking is gathered into one request, in milliseconds. */
const GATHER_MS = 1_000;

/** There is something that can wait for more. */
export const soon = (tag: Tag): void => {
  if (tag.timer) return;
  run(tag, GATHER_MS);
  tag.restingFor = 0;
};

/** Longer than an endpoint takes to answer, in milliseconds. */
export const ANSWERED_MS = 3_000;

/** Lets the first request of a visitor go first, whichever page has sent it: it brings the cookie. */
export const giveWay = (tag: Tag): void => {
  const { isSeen, sentAt } = current(tag);
  tag.sentAt = sentAt;
  run(tag, isSeen ? 0 : ANSWERED_MS);
};

/** Half of the first pause after a failure, and of the longest, in milliseconds. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** Longer after each failure, and never the same for all the visitors of a site. */
export const pause = (tag: Tag): void =>
  run(tag, Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** tag.failures++) * (1 + Math.random()));

/** There is a connection. */
export const goOn = (tag: Tag): void => {
  tag.failures = 0;
  run(tag);
};
