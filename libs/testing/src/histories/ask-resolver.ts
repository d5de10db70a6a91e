import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileStore, ResolveAnswer, Resolver } from '@kith/ports';
import { scopeOf } from '../builders/scope.ts';
import type { ModelAnswer, ModelRequest } from '../model/model-request.ts';
import { historyMac } from './history-ids.ts';
import type { HistoryStage } from './stage.ts';

/** What an answer shows of the model's. */
export type ShownAnswer = Omit<ModelAnswer, 'absorbed'>;

/** One request to a real resolver of its own, which gets its new ids from the request. */
export const askResolver = (
  { resolverOf }: HistoryStage,
  store: ProfileStore,
  account: AccountRules,
  request: ModelRequest,
): Promise<ShownAnswer> => {
  let made = 0;
  const resolver = resolverOf({
    store,
    account,
    mac: historyMac(account.name),
    newUmid: () => request.newUmid,
    newProfileId: () => request.newProfileIds[made++ % 2]!,
  });
  return askOf(resolver, account, request);
};

/** One request to a resolver that others ask too. */
export const askOf = async (
  resolver: Resolver,
  { name }: AccountRules,
  request: ModelRequest,
): Promise<ShownAnswer> => {
  const answer = await resolver.resolve(scopeOf(name), {
    pipeline: 'web',
    umdid: request.umdid,
    freshDevice: request.fresh,
    identifiers: request.identifiers,
    consent: { permissions: request.permissions, acknowledgements: [] },
    sections: ['identifiers', 'permissions'],
    retryKeys: request.retryKey === null ? [] : [request.retryKey],
    receivedAt: request.now,
    requestId: 'history',
  });
  return shown(answer);
};

const shown = ({ umid, state, type, sections }: ResolveAnswer): ShownAnswer => ({
  umid,
  state,
  type,
  identifiers: (sections.identifiers ?? []).map(({ name, value }) => `${name}=${value}`).toSorted(),
  permissions: Object.fromEntries(
    Object.entries(sections.permissions ?? {})
      .map(
        ([name, granted]) =>
          [name, { granted, at: timeOf(sections.permissionsLastModification, name) }] as const,
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
});

const timeOf = (times: Readonly<Record<string, string>> | undefined, name: string): number =>
  Date.parse(times?.[name] ?? '');
