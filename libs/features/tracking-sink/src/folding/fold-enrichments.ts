import type { TrackingMessage } from '@kith/contracts';
import type { Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import {
  NO_ACTIVITY,
  withEnrichment,
  type Activity,
  type Enrichment,
  type TrackedEvent,
} from '@kith/domain/tracking';

/** What came by itself: its requests had no events. */
export const enrichmentsAlone = (messages: readonly TrackingMessage[]): readonly Enrichment[] =>
  messages.flatMap((message) => (message.kind === 'enrichment' ? [message.enrichment] : []));

/** What came with events: with those that are new, as a repeated one has brought it before. */
export const enrichmentsWith = (
  messages: readonly TrackingMessage[],
  events: readonly TrackedEvent[],
): readonly Enrichment[] => {
  const kept = new Set(events);
  return messages.flatMap((message) =>
    message.kind === 'event' && message.enrichment !== undefined && kept.has(message.event)
      ? [message.enrichment]
      : [],
  );
};

/** The activities with what was brought in them, under the umid of its moment. */
export const foldEnrichments = (
  account: Pick<AccountRules, 'attributes'> | undefined,
  stored: ReadonlyMap<Umid, Activity>,
  folded: ReadonlyMap<Umid, Activity>,
  enrichments: readonly Enrichment[],
): ReadonlyMap<Umid, Activity> => {
  if (account === undefined || enrichments.length === 0) return folded;
  const activities = new Map(folded);
  for (const enrichment of enrichments) {
    const before = activities.get(enrichment.umid) ?? stored.get(enrichment.umid) ?? NO_ACTIVITY;
    const after = withEnrichment(before, account.attributes, enrichment);
    if (after !== before) activities.set(enrichment.umid, after);
  }
  return activities;
};
