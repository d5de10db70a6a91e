import type { Decision } from '../decide/decide.ts';
import type {
  FormerIdentifier,
  Identifier,
  IdentificationType,
  Link,
  ProfileState,
} from '../model/profile.ts';
import type { Umdid, Umid } from '../model/ids.ts';

/** A umid; `new` stands for one that is drawn at random when the request is made in earnest. */
export type ExplainedUmid = Umid | 'new';

/**
 * What became of an identifier of the request: it led to the profile that settled the row; it is, or came to be, on the
 * profile that answers; it was left alone because something stands against it; or it meant nothing.
 */
export type IdentifierRole = 'decided' | 'joined' | 'conflict' | 'none';

/** An identifier of the request, and whom it belonged to before; null for nobody. */
export interface MatchedIdentifier extends Identifier {
  readonly umid: Umid | null;
  readonly role: IdentifierRole;
}

/** Something that the commit would write. Times of the last sight are left out. */
export type ExplainedChange =
  | { readonly kind: 'created'; readonly umid: ExplainedUmid; readonly state: ProfileState }
  | { readonly kind: 'upgraded'; readonly umid: ExplainedUmid }
  | {
      readonly kind: 'linked';
      readonly umid: ExplainedUmid;
      readonly name: string;
      readonly value: string;
    }
  | {
      readonly kind: 'retired';
      readonly umid: ExplainedUmid;
      readonly name: string;
      readonly value: string;
      readonly why: FormerIdentifier['reason'];
    }
  | { readonly kind: 'merged'; readonly umid: ExplainedUmid; readonly absorbed: Umid }
  | { readonly kind: 'switched'; readonly umid: ExplainedUmid; readonly from: Umid }
  | {
      readonly kind: 'bound';
      readonly umdid: Umdid;
      readonly umid: ExplainedUmid;
      readonly from: Umid | null;
    }
  | { readonly kind: 'related'; readonly umids: readonly ExplainedUmid[]; readonly why: Link['why'] }
  | {
      readonly kind: 'consent';
      readonly umid: ExplainedUmid;
      readonly permissions: Readonly<Record<string, boolean>>;
      /** The notifications that would be acknowledged. */
      readonly acknowledgements: readonly string[];
    };

/** An identifier that would be left alone, because something stands against it, and whom it belongs to. */
export interface ExplainedConflict extends Identifier {
  readonly umid: Umid | null;
}

/** What a request would come to, and why; finding out writes nothing. */
export interface Explanation {
  readonly row: Decision['row'];
  /** Who would answer. */
  readonly umid: ExplainedUmid;
  readonly state: ProfileState;
  readonly type: IdentificationType;
  readonly matched: readonly MatchedIdentifier[];
  readonly changes: readonly ExplainedChange[];
  readonly conflicts: readonly ExplainedConflict[];
}
