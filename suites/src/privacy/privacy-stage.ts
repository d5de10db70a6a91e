import {
  composePrivacyAdministration,
  type IdentityResolutionDeps,
} from '@kith/composition/identity-resolution';
import type { Identifier, Umdid } from '@kith/domain/identity';
import type { PrivacyAdministration, ResolveAnswer, Scope } from '@kith/ports';
import { aResolveCall, anAccount, randomUmdid, scopeOf, type PrivacyAdapters } from '@kith/testing';
import { configurationOf, keyringOf, memoryCache, useCasesOver } from '../use-cases/use-cases-over.ts';

/** An account of its own, whose people log in and are erased. */
export interface PrivacyStage {
  readonly scope: () => Scope;
  readonly store: PrivacyAdapters;
  readonly privacy: PrivacyAdministration;
  /** A login as the edge hands it on; `receivedAt` is now where it is left out. */
  login(device: Login): Promise<ResolveAnswer>;
}

export interface Login {
  readonly umdid?: Umdid;
  readonly identifiers: readonly Identifier[];
  readonly receivedAt?: number;
}

/** The use cases as identity-resolver runs them, over a store. */
export const privacyStage = (
  store: PrivacyAdapters,
  settings: Pick<IdentityResolutionDeps, 'spoolMaxAgeMs'> = {},
): PrivacyStage => {
  const account = anAccount({ permissions: new Set(['P']) });
  const configuration = configurationOf(account);
  const keyring = keyringOf({ suppression: ['suppression', 'older'] });
  const cache = memoryCache();
  const { resolver } = useCasesOver(store.profiles, account, { keyring, cache });
  const scope = (): Scope => scopeOf(account.name);
  const consent = { permissions: { P: true }, acknowledgements: [] };
  return {
    scope,
    store,
    privacy: composePrivacyAdministration({ ...store, cache, configuration, keyring, ...settings }),
    login: ({ umdid = randomUmdid(), identifiers, receivedAt = Date.now() }) =>
      resolver.resolve(scope(), aResolveCall({ umdid, identifiers, consent, receivedAt })),
  };
};
