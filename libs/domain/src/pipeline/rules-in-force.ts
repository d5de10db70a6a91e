import type { AccountName, AccountRules } from './account-rules.ts';
import type { PipelineRules } from './pipeline-rules.ts';

type RequirementRules = Pick<PipelineRules, 'cookie' | 'trackingRequires'>;

/** What resolution takes of a configuration. */
export interface ResolutionConfiguration {
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  /** Over all accounts. */
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
}

/** The rules of the configuration in force, and of the one before it for what began under that. */
export interface RulesInForce {
  readonly present: ResolutionConfiguration;
  readonly before: ResolutionConfiguration | null;
  /** Per account the permissions that some pipeline of it requires. */
  readonly requiredPermissions: ReadonlyMap<AccountName, ReadonlySet<string>>;
}

/** Computed once per configuration, before it comes into force. */
export const rulesInForce = (
  present: ResolutionConfiguration,
  last: RulesInForce | undefined,
): RulesInForce => ({
  present,
  before: last?.present ?? null,
  requiredPermissions: requiredPermissions(present.pipelines.values()),
});

/**
 * The rules of an account. One that has just left the configuration is still known, so that a call which its edge
 * accepted is answered; with the next reading of the configuration it is gone.
 */
export const accountRules = ({ present, before }: RulesInForce, account: AccountName): AccountRules => {
  const rules = present.accounts.get(account) ?? before?.accounts.get(account);
  if (rules === undefined) throw new Error(`no account of the configuration is called ${account}`);
  return rules;
};

/** A pipeline, one that has just left the configuration included: a withdrawal meets its last events too. */
const pipelineRules = ({ present, before }: RulesInForce, pipeline: string): PipelineRules | undefined =>
  present.pipelines.get(pipeline) ?? before?.pipelines.get(pipeline);

/** The permissions without which a pipeline tracks nothing. */
export const requiredForTracking = (rules: RulesInForce, pipeline: string): readonly string[] => {
  const found = pipelineRules(rules, pipeline);
  return found === undefined ? [] : trackingRequirements(found);
};

/** The permission before which a pipeline stores no profile; null where it waits for none. */
export const requiredForKeeping = (rules: RulesInForce, pipeline: string): string | null => {
  const found = pipelineRules(rules, pipeline);
  return found === undefined ? null : keepingRequires(found);
};

/** The permission before which a pipeline sets no cookie and stores no profile; null where it waits for none. */
export const keepingRequires = ({ cookie }: RequirementRules): string | null => cookie?.requires ?? null;

const NOTHING: readonly string[] = [];

/** The permissions without which a pipeline tracks nothing: who is not to be kept is not to be tracked either. */
export const trackingRequirements = (pipeline: RequirementRules): readonly string[] => {
  const [keeping, tracking] = [keepingRequires(pipeline), pipeline.trackingRequires];
  if (keeping === null && tracking === null) return NOTHING;
  return [...new Set([tracking, keeping])].filter((name) => name !== null);
};

/** Per account the permissions that some pipeline of it requires: all that the cache needs to know of consent. */
export const requiredPermissions = (
  pipelines: Iterable<PipelineRules>,
): ReadonlyMap<AccountName, ReadonlySet<string>> => {
  const required = new Map<AccountName, Set<string>>();
  for (const pipeline of pipelines) {
    const names = required.get(pipeline.account.name) ?? new Set();
    for (const name of trackingRequirements(pipeline)) names.add(name);
    required.set(pipeline.account.name, names);
  }
  return required;
};
