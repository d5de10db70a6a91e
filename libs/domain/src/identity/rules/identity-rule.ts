import type { Draft } from '../draft/draft.ts';
import type { DecisionInput } from '../model/decision-input.ts';
import type { Profile, ProfileState } from '../model/profile.ts';
import type { FoundProfile } from './find-profile.ts';

/** What a rule is chosen by: the request, the device's profile (C), and the profile that its identifiers lead to (X). */
export interface Encounter {
  readonly input: DecisionInput;
  readonly current: Profile | null;
  readonly found: FoundProfile | null;
}

/** A row of the decision table (docs/behaviour.md#the-decision-table). */
export interface IdentityRule<Row extends string = string> {
  /** Its name: in decisions, in explanations and on the wire. */
  readonly row: Row;
  /** When the row is met, as `explain` and the demo tell it. */
  readonly sentence: string;
  readonly matches: (encounter: Encounter) => boolean;
  /** Settles who answers, and what that changes; called only where the rule matches. */
  readonly apply: (draft: Draft, encounter: Encounter) => void;
}

/** A rule, with its name as a type of its own: the names of the table make the type and the wire enum of rows. */
export const defineRule = <const Row extends string>(rule: IdentityRule<Row>): IdentityRule<Row> => rule;

/** Whether C and X are two profiles, in these states. */
export const areTwo = (
  { current, found }: Encounter,
  stateOfC: ProfileState,
  stateOfX: ProfileState,
): boolean =>
  current?.state === stateOfC && found?.profile.state === stateOfX && found.profile.umid !== current.umid;

/** C, of a rule that matches only where there is one. */
export const currentOf = ({ current }: Encounter): Profile => present(current);

/** X, of a rule that matches only where there is one. */
export const foundOf = ({ found }: Encounter): Profile => present(found?.profile ?? null);

const present = (profile: Profile | null): Profile => {
  if (profile === null) throw new Error('a row of the decision table needs a profile that is not there');
  return profile;
};
