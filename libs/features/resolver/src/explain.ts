import { explain } from '@kith/domain/identity';
import { keepingRequires, type ResolutionConfiguration } from '@kith/domain/pipeline';
import type { Live } from '@kith/platform';
import type { AccountRulesOf, Administration } from '@kith/ports';
import { loadSituation, type Situating } from './load-situation.ts';

/** What a request would be decided from, and by which rules. */
export interface ExplainDeps extends Situating {
  readonly configuration: Live<Pick<ResolutionConfiguration, 'pipelines'>>;
  readonly rulesOf: AccountRulesOf;
}

/** Says what a request would come to, and why: loads and decides as the resolver does, and commits nothing. */
export const createExplain =
  (deps: ExplainDeps): Administration['explain'] =>
  async (scope, call) => {
    const situation = await loadSituation(deps, scope, call, deps.rulesOf(scope));
    const pipeline = deps.configuration.current().pipelines.get(call.pipeline);
    return explain({
      ...situation,
      keepingRequires: pipeline === undefined ? null : keepingRequires(pipeline),
    });
  };
