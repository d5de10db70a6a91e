import { badRequest } from '@kith/platform';
import type { AccountRulesOf, AppendAudit, AudienceExport, AudienceOrder } from '@kith/ports';
import type { AccountRules } from '@kith/domain/pipeline';
import { readAudience, type ReadAudienceDeps } from './read-audience.ts';

export interface AudienceDeps extends ReadAudienceDeps {
  readonly appendAudit: AppendAudit;
  readonly rulesOf: AccountRulesOf;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Lists who is in a segment; the audit trail keeps who asked for it. */
export const createAudienceExport = (deps: AudienceDeps): AudienceExport => ({
  page: async (scope, { after, ...order }) => {
    const rules = deps.rulesOf(scope);
    mustBeConfigured(rules, order);
    const now = deps.clock();
    if (after === null) {
      const { segment, requires, identifiers, by, reason } = order;
      const detail = { segment, requires, identifiers };
      await deps.appendAudit(scope, { act: 'exportAudience', at: now, by, reason, detail });
    }
    return readAudience(deps, scope, { rules, order, now }, after);
  },
});

const mustBeConfigured = (rules: AccountRules, { segment, requires, identifiers }: AudienceOrder): void => {
  const faults = [
    ...(rules.segments.has(segment) ? [] : [{ pointer: '/segment', detail: 'is no segment of the account' }]),
    ...(requires === null || rules.permissions.has(requires)
      ? []
      : [{ pointer: '/requires', detail: 'is no permission of the account' }]),
    ...(identifiers ?? [])
      .filter((name) => !rules.identifiers.has(name))
      .map((name) => ({ pointer: '/identifiers', detail: `${name} is no identifier of the account` })),
  ];
  if (faults.length > 0) throw badRequest(faults);
};
