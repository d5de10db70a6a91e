import type { EpochMs } from '../epoch.ts';

/** A decided permission: its status and the time of its last modification. */
export interface PermissionState {
  readonly granted: boolean;
  readonly modifiedAt: EpochMs;
  /** Decided by an identified customer, not by an anonymous visitor. */
  readonly identified: boolean;
}

/** An acknowledged consent notification. */
export interface Acknowledgement {
  readonly name: string;
  readonly version: number;
  readonly uxvariant: string | null;
  readonly permissions: readonly string[];
  readonly date: EpochMs;
}

/** What a request says about consent, names and versions already checked against the account. */
export interface ConsentUpdate {
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly acknowledgements: readonly Acknowledgement[];
}

/** Where the chain of a profile's consent history stands. */
export interface ConsentHead {
  readonly sequence: number;
  readonly mac: string;
}

/** The notification that a decision was shown with. */
export type ShownNotification = Pick<Acknowledgement, 'name' | 'version' | 'uxvariant'>;

/** Something that happened to a profile's consent. */
export type ConsentFact =
  | {
      readonly kind: 'permission';
      readonly name: string;
      readonly granted: boolean;
      readonly shownWith: readonly ShownNotification[];
    }
  | { readonly kind: 'acknowledgement'; readonly acknowledgement: Acknowledgement }
  | { readonly kind: 'merge'; readonly loser: string; readonly loserHead: ConsentHead | null };

/** One entry of the consent history: append-only, chained by `mac` to the entry before (behaviour.md section 5). */
export interface ConsentEntry {
  readonly umid: string;
  readonly sequence: number;
  readonly at: EpochMs;
  /** The pipeline, or `merge`, or `import`. */
  readonly source: string;
  readonly fact: ConsentFact;
  readonly mac: string;
}
