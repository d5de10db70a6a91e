import type { TagSettings } from '@kith/contracts/tag';
import type { Tag } from './tag.ts';

/** What reads a member of an element of `data`; nothing where there is nothing new. */
export type Collect = readonly [name: string, read: () => unknown];

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
