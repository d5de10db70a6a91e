import type { AccountName } from './account-rules.ts';
import type { PipelineRules } from './pipeline-rules.ts';

type RequirementRules = Pick<PipelineRules, 'cookie' | 'trackingRequires'>;

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
