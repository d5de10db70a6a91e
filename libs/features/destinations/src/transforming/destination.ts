import type { DestinationRules, DeliveryContent } from '@kith/domain/destinations';
import type { AccountName, AccountRules, PipelineRules } from '@kith/domain/pipeline';
import type { Deadline, DestinationSender } from '@kith/ports';

/** What a transformation made of its content. */
export type Transformed =
  | { readonly kind: 'made'; readonly payload: unknown }
  /** This is nothing for the destination: it is dropped. */
  | { readonly kind: 'nothing' }
  /** It cannot be made of this content, whenever it is tried. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Nobody can say now; it is tried again. */
  | { readonly kind: 'failed'; readonly why: string };

/** A destination at work: what gives its deliveries a form, and what sends them. */
export interface OpenDestination {
  /** Asked anew for each try. Never throws. */
  transform(deadline: Deadline, content: DeliveryContent): Promise<Transformed>;
  readonly sender: DestinationSender;
  /** How long one call of the sender may take, in milliseconds; at most `MAX_SEND_MS` counts. */
  readonly sendMs: number;
}

/** No try takes longer than that, in milliseconds: a destination is held for some time only. */
export const MAX_SEND_MS = 15_000;

/** Makes what a destination needs; throws where a file that it names cannot be read, and is then asked again. */
export type OpenDestinationOf = (rules: DestinationRules, account: AccountRules) => Promise<OpenDestination>;

/** What the feature takes of a configuration. */
export interface DestinationsConfiguration {
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  /** Over all accounts: what they require of tracking holds for what is delivered, too. */
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  /** Of all accounts; every one names an account that is there. */
  readonly destinations: readonly DestinationRules[];
}
