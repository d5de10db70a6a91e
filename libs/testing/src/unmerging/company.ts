import { deriveFirstUmid, type Explanation, type Umdid, type Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { attributeRules } from '@kith/domain/tracking';
import type { ResolveAnswer, ResolveCall, Scope, UnmergeOutcome } from '@kith/ports';
import { randomAccount, randomName, randomUmdid } from '../builders/ids.ts';
import { scopeOf } from '../builders/scope.ts';
import { anActivity, aTrackingCommit, trackingWrites } from '../builders/tracking.ts';
import { historyAccount } from '../model/history-account.ts';
import type { UnmergingStage, UseCases } from './stage.ts';

export interface Visit {
  readonly identifiers?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly retryKey?: string;
}

/** A device of the company, with the umid that its first visit derives. */
export interface CompanyDevice {
  readonly umdid: Umdid;
  readonly umid: Umid;
}

/** An account of its own, on which devices visit, pages are counted and merges undone. */
export interface Company extends UseCases {
  readonly scope: Scope;
  /** A device that nobody has seen. */
  newDevice(): CompanyDevice;
  callOf(device: CompanyDevice, visit: Visit): ResolveCall;
  visit(device: CompanyDevice, visit?: Visit): Promise<ResolveAnswer>;
  explain(device: CompanyDevice, visit?: Visit): Promise<Explanation>;
  unmerge(umid: Umid): Promise<UnmergeOutcome>;
  /** Records so many page views under the umid of the moment, in the place of those that were there. */
  countPages(umid: Umid, pages: number): Promise<void>;
}

export const openCompany = (stage: UnmergingStage): Company => {
  const account: AccountRules = {
    ...historyAccount(randomAccount()),
    ...attributeRules(new Map([['pageViews', { kind: 'count', of: 'page' }]])),
  };
  const scope = scopeOf(account.name);
  const useCases = stage.useCasesOf(account);
  const { resolver, administration, mac } = useCases;
  const seen = new Set<Umdid>();
  let now = Date.now() - 3_600_000;
  const callOf = ({ umdid }: CompanyDevice, visit: Visit): ResolveCall => {
    now += 100;
    return resolveCall(umdid, !seen.has(umdid), now, visit);
  };
  return {
    ...useCases,
    scope,
    newDevice: () => {
      const umdid = randomUmdid();
      return { umdid, umid: deriveFirstUmid(mac, account.name, umdid) };
    },
    callOf,
    visit: async (device, visit = {}) => {
      const call = callOf(device, visit);
      seen.add(device.umdid);
      return resolver.resolve(scope, call);
    },
    explain: (device, visit = {}) => administration.explain(scope, callOf(device, visit)),
    unmerge: (umid) => administration.unmerge(scope, { umid }),
    countPages: async (umid, pages) => {
      const { activities: continued } = await stage.tracking.state(scope, [], [umid]);
      const activities = new Map([[umid, anActivity(pages)]]);
      const writes = new Map([[account.name, trackingWrites({ activities, continued })]]);
      const commit = aTrackingCommit({ topic: randomName('topic'), writes });
      if ((await stage.tracking.record(scope.deadline, commit)) !== 'recorded')
        throw new Error('not counted');
    },
  };
};

const resolveCall = (
  umdid: Umdid,
  freshDevice: boolean,
  receivedAt: number,
  { identifiers = {}, permissions = {}, retryKey }: Visit,
): ResolveCall => ({
  pipeline: 'web',
  umdid,
  freshDevice,
  identifiers: Object.entries(identifiers).map(([name, value]) => ({ name, value })),
  consent: { permissions, acknowledgements: [] },
  sections: ['attributes', 'identifiers', 'permissions'],
  retryKeys: retryKey === undefined ? [] : [retryKey],
  receivedAt,
  requestId: randomName('request'),
});
