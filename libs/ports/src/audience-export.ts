import type { Identifier, ProfileId, Umid } from '@kith/domain/identity';
import type { Caller } from './administration.ts';
import type { PersonPlace } from './person-reader.ts';
import type { Scope } from './scope.ts';

/** Whom to list, what of them, and who asks for it and why. */
export interface AudienceOrder extends Caller {
  readonly segment: string;
  /** Only who grants this permission at the moment of reading; null: whoever is in the segment. */
  readonly requires: string | null;
  /** Names of identifiers: only who has one of them, with these alone; null: everybody, with all of them. */
  readonly identifiers: readonly string[] | null;
}

/** Somebody who is in the audience. */
export interface AudienceMember {
  readonly umid: Umid;
  readonly profileId: ProfileId;
  /** Last seen first. */
  readonly identifiers: readonly Identifier[];
}

/** A part of an audience, in the order in which the profiles were created. */
export interface AudiencePage {
  readonly members: readonly AudienceMember[];
  /** How many persons were looked at. */
  readonly seen: number;
  /** Of how many of them nobody can say whether they are in the segment: they are left out. */
  readonly unanswered: number;
  /** Where it goes on; null: that was all. */
  readonly next: PersonPlace | null;
}

/** Lists who is in a segment. */
export interface AudienceExport {
  /**
   * The part behind a place; the first one, behind null, stands in the audit trail. A segment, permission or identifier
   * that the account does not have is a 400. Rejects with `Unavailable` where a store does not answer.
   */
  page(scope: Scope, order: AudienceOrder & { readonly after: PersonPlace | null }): Promise<AudiencePage>;
}
