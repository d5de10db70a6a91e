import { keep, recall } from './storage.ts';
import type { Decided, Tag } from './tag.ts';

/** Anything may stand there: pages, and visitors, can write to it. */
export const current = (tag: Tag): Decided => {
  const found = recall<Partial<Decided>>(tag.keptAs) ?? tag.decided;
  return { ...found, visit: `${found.visit}`, known: { ...found.known } };
};

export const change = (tag: Tag, changes: Partial<Decided>): void => {
  tag.decided = { ...current(tag), ...changes };
  keep(tag.keptAs, JSON.stringify(tag.decided));
};

export const know = (tag: Tag, permissions: Decided['known']): void =>
  change(tag, { known: { ...current(tag).known, ...permissions } });

export const isGranted = (tag: Tag): boolean => tag.requires.every((name) => current(tag).known[name]);

export const isRefused = (tag: Tag): boolean =>
  tag.requires.some((name) => current(tag).known[name] === false);
