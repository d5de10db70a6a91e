import type { TagSettings } from '@kith/contracts';
import type { Collect } from './part.ts';
import type { Done, Job } from './job.ts';

type Permissions = Readonly<Record<string, boolean>>;

/** What the visitor of this browser has decided; all tabs of the site read and write the same. */
export interface Decided {
  /** Another after each reset: what belongs to an earlier visitor is known by it. */
  readonly visit: string;
  readonly known: Permissions;
  /** What the consent manager said last. */
  readonly told: Permissions;
}

/** The tag of one page: what its functions share. */
export interface Tag {
  /** The address of a script beside which the endpoint is. */
  readonly base: string;
  readonly settings: TagSettings;
  /** The visitor's browser asks not to be tracked. */
  readonly isUntracked: boolean;
  /** Where local storage is blocked. */
  decided: Partial<Decided>;
  /** The requests to be, in the order in which they must arrive. */
  readonly jobs: Job[];
  /** Calls that wait for the visitor's decision. */
  readonly held: (readonly [done: Done, go: (_: null) => void])[];
  readonly collectors: Collect[];
  /** Who tell what they know of each new visitor. */
  readonly tellers: (() => void)[];
  /** What must not lie on the visitor's disk: names of identifiers, and values that the page has told of them. */
  readonly identified: unknown[];
  lastPage?: string;
  /** The page has asked for the configured sections. */
  hasAsked?: boolean;
  /** Stands first in the line until its answer is there. */
  underway?: Job;
  /** What an earlier page has stored was looked for. */
  isReady?: boolean;
  failures: number;
  /** Times in epoch milliseconds. */
  pausedUntil: number;
  due: number;
  timer?: number;
  /** Sends the first of the jobs. */
  flush?: () => void;
}

export const newTag = (base: string, settings: TagSettings): Tag => ({
  base,
  settings,
  isUntracked: settings.gpc && !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl,
  decided: {},
  jobs: [],
  held: [],
  collectors: [],
  tellers: [],
  identified: [...settings.body, ...settings.query],
  failures: 0,
  pausedUntil: 0,
  due: Infinity,
});
