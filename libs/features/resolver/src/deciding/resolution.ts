import { decide, type Decision } from '@kith/domain/identity';
import { requiredForKeeping, type AccountRules, type RulesInForce } from '@kith/domain/pipeline';
import type { DecisionIds, GroupMember, ResolveCall, Scope } from '@kith/ports';
import { decisionQuestion } from './decision-question.ts';
import { mayRead } from './may-read.ts';

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

/** What a call weighs in a group beside what it says, in bytes. */
const CALL_BYTES = 1_024;

/** A call as a member of a group. */
export const memberOf = (
  ids: DecisionIds,
  rules: RulesInForce,
  { scope, call, account }: Resolution,
): GroupMember<ReadableDecision> => {
  const { wanted, inputOf } = decisionQuestion(ids, call, account);
  const keepingRequires = requiredForKeeping(rules, call.pipeline);
  return {
    scope,
    wanted,
    decide: (loaded) => {
      const input = { ...inputOf(loaded), keepingRequires };
      const decision = decide(input);
      const result = { ...decision, isReadable: mayRead(call.reading, input, decision) };
      return { commit: decision.commit, result };
    },
    bytes: bytesOf(call),
  };
};

const bytesOf = ({ identifiers, consent }: ResolveCall): number =>
  identifiers.reduce((sum, { name, value }) => sum + name.length + value.length, CALL_BYTES) +
  JSON.stringify(consent).length;
