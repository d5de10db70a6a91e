import { explain } from '@kith/domain/identity';
import { keepingRequires, type ResolutionConfiguration } from '@kith/domain/pipeline';
import type { Live } from '@kith/platform';
import type { AccountRulesOf, Administration } from '@kith/ports';
import { loadDecisionInput, type DecisionInputDeps } from './deciding/decision-question.ts';

export interface ExplainDeps extends DecisionInputDeps {
  readonly configuration: Live<Pick<ResolutionConfiguration, 'pipelines'>>;
  readonly rulesOf: AccountRulesOf;
}

/** Says what a request would come to, and why: loads and decides as the resolver does, and commits nothing. */
export const createExplain =
  (deps: ExplainDeps): Administration['explain'] =>
  async (scope, call) => {
    const input = await loadDecisionInput(deps, scope, call, deps.rulesOf(scope));
    const pipeline = deps.configuration.current().pipelines.get(call.pipeline);
    return explain({
      ...input,
      keepingRequires: pipeline === undefined ? null : keepingRequires(pipeline),
    });
  };
