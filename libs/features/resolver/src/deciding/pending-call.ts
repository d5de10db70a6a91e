import type { Decision } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ResolveCall, Scope } from '@kith/ports';
import type { DecisionQuestion } from './decision-question.ts';

/** A call, and the rules that it is answered by to its end. */
export interface Resolution {
  readonly scope: Scope;
  readonly call: ResolveCall;
  readonly account: AccountRules;
}

/** A decision, and whether the call may read sections of the profile that answers. */
export interface ReadableDecision extends Decision {
  readonly isReadable: boolean;
}

/** A call that waits for its decision to be stored. */
export interface PendingCall extends Resolution {
  readonly question: DecisionQuestion;
  /** What it counts against the bound of a group, in bytes. */
  readonly bytes: number;
  /** How often somebody else was faster with something that the call is about. */
  readonly failures: number;
  readonly resolve: (decision: ReadableDecision) => void;
  readonly reject: (error: unknown) => void;
}
