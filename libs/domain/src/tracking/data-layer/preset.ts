import type { Members } from './members.ts';
import type { Translation } from './translation.ts';

/** A foreign data layer that Kith knows: how its entries are recognised and what they say. Total: no shape makes it throw. */
export interface DataLayerPreset {
  /** The global variable of such a data layer, and so the member of an element of `data` under which it stands. */
  readonly container: string;
  /** What stands under the container; at most `room` things that happened. */
  readonly translate: (layer: unknown, room: number) => Translation;
  /** Of an element that is itself an entry, the members that belong to the entry; none where it is no such entry. */
  readonly entryMembers: (element: Members) => readonly string[];
  /** Such an entry; at most `room` things that happened. */
  readonly translateEntry: (entry: Members, room: number) => Translation;
}
