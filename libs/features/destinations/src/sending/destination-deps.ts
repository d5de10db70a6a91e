import type { DestinationRules } from '@kith/domain/destinations';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ActivitySum } from '@kith/domain/tracking';
import type { GroupLock, KeyedMutex, Logger } from '@kith/platform';
import type { Deadline, DestinationStore, EventLog, ProfileReader, Scope, TrackingStore } from '@kith/ports';
import type { DestinationMetrics } from './destination-metrics.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { OpenDestination } from '../transforming/destination.ts';
import type { SendDelivery } from './batching-sender.ts';
import type { DestinationBreaker } from './destination-breaker.ts';

/** Whether somebody is in a segment; null where nobody can say now. */
export type InSegment = (
  deadline: Deadline,
  account: AccountRules,
  segment: string,
  person: { readonly profile: Profile; readonly activity: ActivitySum },
) => Promise<boolean | null>;

/** What taking care of any destination needs. */
export interface CommonDeps {
  readonly profiles: Pick<ProfileReader, 'load' | 'activities'>;
  readonly log: Pick<EventLog, 'subscribe'>;
  readonly tracking: Pick<TrackingStore, 'position' | 'state'>;
  readonly inSegment: InSegment;
  readonly retryPolicy: RetryPolicy;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long one call to a store may take. */
  readonly callDeadline: () => Deadline;
  readonly logger: Logger;
}

/** One destination that is taken care of, and all that this needs. */
export interface DestinationDeps extends CommonDeps {
  readonly store: DestinationStore;
  readonly rules: DestinationRules;
  readonly account: AccountRules;
  /** When it came into the configuration, in epoch milliseconds: a new destination is told what happens from then on. */
  readonly configuredAt: number;
  /** The permissions without which a pipeline tracks nothing. */
  readonly requiredBy: (pipeline: string) => readonly string[];
  readonly open: Pick<OpenDestination, 'transform' | 'sendMs'>;
  readonly send: SendDelivery;
  readonly breaker: DestinationBreaker;
  /** Nothing is delivered while somebody is being removed, and the other way round. */
  readonly removalLock: GroupLock<'delivering' | 'removing'>;
  /** Shared records of one umid are written one after the other, each with what the one before has said. */
  readonly recordLock: KeyedMutex;
  /** Another one for each shared record: the ids of removals are made of it. Epoch milliseconds. */
  readonly moment: () => number;
  readonly metrics: DestinationMetrics;
  /** How long one try may take: it ends while the destination is still held. Throws where it is not any more. */
  readonly tryDeadline: () => Deadline;
  /** Aborted when the destination is to be left alone. */
  readonly stopping: AbortSignal;
}

/** The scope of one call to the store of profiles or events. */
export const scopeOf = ({ rules, callDeadline }: Pick<DestinationDeps, 'rules' | 'callDeadline'>): Scope => ({
  account: rules.account,
  deadline: callDeadline(),
});
