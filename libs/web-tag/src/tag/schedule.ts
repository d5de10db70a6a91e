import type { Tag } from './tag.ts';

/** Sends within so many milliseconds, unless a pause after a failure is longer. */
export const within = (tag: Tag, ms: number): void => {
  const at = Math.max(Date.now() + ms, tag.pausedUntil);
  if (at >= tag.due) return;
  clearTimeout(tag.timer);
  tag.due = at;
  tag.timer = setTimeout(() => {
    tag.due = Infinity;
    tag.flush?.();
  }, at - Date.now());
};

/** For how long tracking is gathered into one request, in milliseconds. */
const GATHER_MS = 1_000;

/** There is something that can wait for more. */
export const soon = (tag: Tag): void => within(tag, GATHER_MS);

/** The first pause after a failure, and the longest, in milliseconds. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Longer after each failure, and never the same for all the visitors of a site. */
export const pause = (tag: Tag): void => {
  const ms = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tag.failures++);
  tag.pausedUntil = Date.now() + ms * (0.5 + Math.random() / 2);
};

/** There is a connection again. */
export const hurry = (tag: Tag): void => {
  tag.pausedUntil = tag.failures = 0;
  within(tag, 0);
};
