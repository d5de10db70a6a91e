import type { AccountName } from './account-rules.ts';
import type { PipelineRules } from './pipeline-rules.ts';

/** Per account the permissions that some pipeline of it requires: all that the cache needs to know of consent. */
export const requiredPermissions = (
  pipelines: Iterable<PipelineRules>,
): ReadonlyMap<AccountName, ReadonlySet<string>> => {
  const required = new Map<AccountName, Set<string>>();
  for (const { account, trackingRequires } of pipelines) {
    const names = required.get(account.name) ?? new Set();
    required.set(account.name, trackingRequires === null ? names : names.add(trackingRequires));
  }
  return required;
};
