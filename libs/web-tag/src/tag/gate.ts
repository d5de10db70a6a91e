import { isGranted, isRefused } from './decisions.ts';
import type { Done } from './job.ts';
import { safely } from './safely.ts';
import type { Tag } from './tag.ts';

/** The most that wait for a decision; the oldest gives way. */
const MAX_HELD = 100;

/** What consent managers know by now. */
export const ask = (tag: Tag): void => {
  if (tag.teller) safely(tag.teller)();
};

/** Does what needs a permission: at once, when it is granted, or never. */
export const pass = (tag: Tag, done: Done, go: () => void): void => {
  ask(tag);
  if (tag.held.push((may) => (may ? go : done)(null)) > MAX_HELD) tag.held.shift()!();
  release(tag);
};

/** The visitor may have decided. */
export const release = (tag: Tag): void => {
  const may = isGranted(tag);
  if (may || isRefused(tag)) for (const settle of tag.held.splice(0)) settle(may);
};
