import type { Commit } from '../commit.ts';

/** Commits about different profiles and identifiers as one, which holds whole or not at all. */
export const uniteCommits = (commits: readonly Commit[]): Commit => ({
  profiles: commits.flatMap(({ profiles }) => profiles),
  devices: commits.flatMap(({ devices }) => devices),
  identifiers: commits.flatMap(({ identifiers }) => identifiers),
  released: commits.flatMap(({ released }) => released),
  shared: commits.flatMap(({ shared }) => shared),
  links: commits.flatMap(({ links }) => links),
  consent: commits.flatMap(({ consent }) => consent),
  changes: commits.flatMap(({ changes }) => changes),
  guards: commits.flatMap(({ guards }) => guards),
});
