import type { EpochMs } from '../epoch.ts';

/** A decided permission: its status and the time of its last modification. */
export interface PermissionState {
  readonly granted: boolean;
  readonly modifiedAt: EpochMs;
  /** Decided by an identified customer, not by an anonymous visitor. */
  readonly identified: boolean;
  /** When the permission was last withdrawn, where it has been granted again since; absent where it never was. */
  readonly withdrawnAt?: EpochMs;
}

/** An acknowledged consent notification. */
export interface Acknowledgement {
  readonly name: string;
  readonly version: number;
  readonly uxvariant: string | null;
  readonly permissions: readonly string[];
  /** Orders it among the others. */
  readonly date: EpochMs;
  /** The client's own time, where that lies too far in the future to order anything (docs/behaviour.md#times). */
  readonly clientTime?: EpochMs;
}

/** The date that an acknowledgement came with, or when it was received. */
export const toldDate = ({ date, clientTime }: Pick<Acknowledgement, 'date' | 'clientTime'>): EpochMs =>
  clientTime ?? date;

/** When a permission was last withdrawn; null where it never was. */
export const lastWithdrawal = (state: PermissionState | undefined): EpochMs | null => {
  if (state === undefined) return null;
  return state.granted ? (state.withdrawnAt ?? null) : state.modifiedAt;
};

/**
 * A permission of which it has become known that it had been decided otherwise before: a grant remembers a withdrawal
 * that was told late, as it would if that had been told in time.
 */
export const withOutdated = (
  state: PermissionState,
  { granted, decidedAt }: { readonly granted: boolean; readonly decidedAt: EpochMs },
): PermissionState =>
  granted || !state.granted || decidedAt <= (state.withdrawnAt ?? -Infinity)
    ? state
    : { ...state, withdrawnAt: decidedAt };

/** Whether two states of a permission are the same in everything. */
export const isSameState = (a: PermissionState | undefined, b: PermissionState | undefined): boolean =>
  a?.granted === b?.granted &&
  a?.modifiedAt === b?.modifiedAt &&
  a?.identified === b?.identified &&
  a?.withdrawnAt === b?.withdrawnAt;

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
      /** Decided by an identified customer, not by an anonymous visitor. */
      readonly identified: boolean;
      readonly shownWith: readonly ShownNotification[];
      /** When it was told, where the entry's own time is later: times of a permission grow strictly. */
      readonly toldAt?: EpochMs;
      /** What a merge or an unmerge brought was decided earlier: when, and when the permission was last withdrawn. */
      readonly decidedAt?: EpochMs;
      readonly withdrawnAt?: EpochMs;
    }
  | {
      /** What an import told of a permission that was decided later, or at the same time: it stands for the record. */
      readonly kind: 'outdated';
      readonly name: string;
      readonly granted: boolean;
      readonly identified: boolean;
      readonly decidedAt: EpochMs;
    }
  | { readonly kind: 'acknowledgement'; readonly acknowledgement: Acknowledgement }
  | { readonly kind: 'merge'; readonly loser: string; readonly loserHead: ConsentHead | null }
  | {
      readonly kind: 'unmerge';
      /** The profile that this one was one with, and where the chain of that one stood. */
      readonly other: string;
      readonly otherHead: ConsentHead | null;
      /** Permissions that the other side had decided, and nobody has decided here. */
      readonly undecided: readonly string[];
    };

/**
 * One entry of the consent history: append-only, chained by `mac` to the entry before
 * (docs/behaviour.md#consent-history).
 */
export interface ConsentEntry {
  readonly umid: string;
  readonly sequence: number;
  readonly at: EpochMs;
  /** The pipeline, or `merge`, `unmerge` or `import`. */
  readonly source: string;
  readonly fact: ConsentFact;
  readonly mac: string;
}
