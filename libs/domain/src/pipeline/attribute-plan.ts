import type { ComputedRule } from './account-rules.ts';

/** How far back an attribute looks. Buckets are in UTC; weeks begin on Thursdays, as 1970 did. */
export interface AttributeWindow {
  readonly bucketMs: number;
  /** The bucket of now is one of them. */
  readonly buckets: number;
}

/** A rule ready for use. */
export interface CompiledRule {
  readonly kind: ComputedRule['kind'];
  readonly of: string;
  /** The member whose values count; null where events do. */
  readonly member: string | null;
  readonly where: readonly (readonly [member: string, value: string])[];
  readonly window: AttributeWindow | null;
  /** Says all of the above: forms with the same mark add up. */
  readonly mark: string;
}

/** The computed attributes of an account, ready for use; made once per configuration. */
export interface AttributePlan {
  readonly computed: ReadonlyMap<string, CompiledRule>;
  /** Says all of the rules. */
  readonly mark: string;
}
