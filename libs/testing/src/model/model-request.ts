import type { Identifier, IdentificationType, ProfileId, Umdid, Umid } from '@kith/domain/identity';

/** A request as the resolver gets it, with the ids that it may need: the model makes none. */
export interface ModelRequest {
  readonly umdid: Umdid;
  /** The umdid was made for this very request. */
  readonly fresh: boolean;
  /** In the order of priority, each name once. */
  readonly identifiers: readonly Identifier[];
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly retryKey: string | null;
  readonly now: number;
  /** The umid that is derived for the device. */
  readonly firstUmid: Umid;
  readonly newUmid: Umid;
  /** Of the device's first profile, and of another person's. */
  readonly newProfileIds: readonly [ProfileId, ProfileId];
}

/** What a step answers, in an order that does not depend on how it was kept. */
export interface ModelAnswer {
  readonly umid: Umid;
  readonly state: 'visitor' | 'customer';
  readonly type: IdentificationType;
  /** `name=value`, sorted. */
  readonly identifiers: readonly string[];
  readonly permissions: Readonly<Record<string, { readonly granted: boolean; readonly at: number }>>;
  readonly absorbed: readonly Umid[];
}
