import { page } from './calls.ts';
import { nobody } from './job.ts';
import { hear } from './hear.ts';
import { on } from './on.ts';
import { safely } from './safely.ts';
import type { TagPart } from './tag.ts';

/** Routers set the title of a page after its address, in milliseconds. */
const SETTLED_MS = 100;

/** Addresses of the same page: what follows `#` is a place on it, unless a router uses it. */
const pageOf = (url: string): string => url.replace(/#(?![!/]).*/, '');

export const navigation: TagPart = (tag) => {
  const look = safely(() => {
    // A page that has told nothing of itself is told of by its data layer, navigation included.
    if (tag.lastPage && pageOf(tag.lastPage) !== pageOf(location.href)) page(tag, nobody);
  });
  const moved = (): void => void setTimeout(look, SETTLED_MS);
  for (const name of ['pushState', 'replaceState'] as const) hear(history, name, moved);
  on('popstate', moved);
};
