import type { EpochMs } from '../epoch.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { Identifier } from '../identity/model/profile.ts';
import type { AccountName } from '../pipeline/account-rules.ts';

/** The type of what tells a destination to forget a person (docs/behaviour.md#9-destinations). */
export const REMOVAL_TYPE = 'kith.profile.removed';

/** What a destination may know of one occurrence, before its transformation gives it a form. */
export interface DeliveryContent {
  /** That of the delivery: the same for each try. */
  readonly id: string;
  /** As in the log: `kith.consent.changed`, `kith.tracking.page`; or `REMOVAL_TYPE`. */
  readonly type: string;
  /** When it happened. */
  readonly at: EpochMs;
  readonly account: AccountName;
  /** Under which umid it happened: what happened under one is told in order. A merge leads from it to `umid`. */
  readonly subject: Umid;
  /** Whose it is at the moment of delivery. */
  readonly umid: Umid;
  /** null where the profile is gone. */
  readonly profileId: string | null;
  /** Those that the destination may have; of a removal those that were shared with it. */
  readonly identifiers: readonly Identifier[];
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** What happened: the properties of an event, the detail of a change. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a destination gets that asks for no other form: documented in docs/destinations.md. */
export const payloadOf = ({ at, ...content }: DeliveryContent): Readonly<Record<string, unknown>> => ({
  specversion: '1.0',
  source: `/accounts/${content.account}`,
  datacontenttype: 'application/json',
  time: new Date(at).toISOString(),
  ...content,
});
