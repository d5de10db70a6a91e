import type { TagSettings } from '@kith/contracts/tag';
import type { Job } from './job.ts';

/** What reads a member of an element of `data`; nothing where there is nothing new. */
export type Collect = readonly [name: string, read: () => unknown];

type Permissions = Readonly<Record<string, boolean>>;

/** What the visitor of this browser has decided; all tabs of the site read and write the same. */
export interface Decided {
  /** Another after each reset: what belongs to an earlier visitor is known by it. */
  readonly visit: string;
  readonly known: Permissions;
  /** What the consent manager said last. */
  readonly told?: Permissions | undefined;
  /** An answer to what was permitted has come: the cookie is there. */
  readonly isSeen?: boolean | undefined;
  /** When a page last sent what brings the first cookie: the others wait for it. */
  readonly sentAt?: number | undefined;
}

/** The tag of one page: what its functions share, its settings among it. */
export interface Tag extends TagSettings {
  /** The address of a script beside which the endpoint is. */
  base: string;
  /** The visitor's browser asks not to be tracked. */
  isUntracked: boolean | undefined;
  /** Where local storage is blocked. */
  decided: Partial<Decided>;
  /** The requests to be, in the order in which they must arrive. */
  readonly jobs: Job[];
  /** Calls that wait for the visitor's decision. */
  readonly held: ((isGranted?: boolean) => void)[];
  readonly collectors: Collect[];
  /** Tells of each new visitor what the consent manager knows. */
  teller?: () => void;
  /** Values of identifiers that the page has told, in small letters: they must not lie on the visitor's disk. */
  readonly identified: string[];
  lastPage?: string;
  /** The page has asked for the configured sections. */
  hasAsked?: boolean;
  /** Stands first in the line until its answer is there. */
  underway?: Job | undefined;
  /** What an earlier page has stored was looked for. */
  isReady?: boolean;
  /** When the first request was sent that this page has given way to, its own or another page's. */
  sentAt?: number | undefined;
  failures: number;
  /** In milliseconds; where it is not 0 nothing is sent before the timer has run out. */
  restingFor?: number;
  timer?: number;
  /** Sends the first of the jobs. */
  flush?: () => void;
}

export const newTag = (): Tag => ({
  ...kithSettings,
  base: '',
  isUntracked: false,
  decided: {},
  jobs: [],
  held: [],
  collectors: [],
  identified: [],
  failures: 0,
});

/** A part of the tag that is in the script only where the configuration asks for it. */
export type TagPart = (tag: Tag) => void;

declare global {
  /** Stands in front of the script (see assemble-tag.ts). */
  const kithSettings: TagSettings;
  /** Whether a part is built in: the build replaces each by true or false. */
  const kithHasDataLayers: boolean;
  const kithHasNavigation: boolean;
  const kithHasTcf: boolean;
  const kithHasGoogleConsentMode: boolean;
  const kithHasOneTrust: boolean;
  const kithHasUsercentrics: boolean;
}
