import { encodeEnrichment, encodeEvent, encodeVisit } from '@kith/contracts';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import type { LogRecord, Scope } from '@kith/ports';
import { originOf } from './accepted-events.ts';
import type { AcceptedEvent, EventNaming } from './accepted-events.ts';
import type { InfoRequest } from './info-request.ts';
import type { Visitor } from './recognise-visitor.ts';

/** What a request tells the log. */
export interface ToldToTheLog {
  readonly events: readonly AcceptedEvent[];
  /** What is brought to the profile: it goes with the first event; without events it is a record of its own. */
  readonly enrichment: EnrichmentValues;
}

/** The records of events and enrichment. */
export const recordsOf = (
  deps: EventNaming,
  { account }: Scope,
  request: InfoRequest,
  visitor: Visitor,
  { events, enrichment }: ToldToTheLog,
): readonly LogRecord[] => {
  const values = Object.keys(enrichment).length === 0 ? undefined : enrichment;
  if (events.length > 0 || values === undefined) {
    return events.map(({ event, formerIds }, index) => ({
      key: event.umid,
      value: encodeEvent(account, event, formerIds, index === 0 ? values : undefined),
    }));
  }
  const alone = { id: deps.newEventId(), ...originOf(request, visitor), values };
  return [{ key: visitor.entry.umid, value: encodeEnrichment(account, alone) }];
};

/** The record that brings a first visitor's profile into being. */
export const visitRecord = (
  deps: EventNaming,
  { account }: Scope,
  request: InfoRequest,
  visitor: Visitor,
): LogRecord => {
  const { umid } = visitor.entry;
  const visit = { umdid: visitor.umdid, umid, pipeline: request.pipeline.name, at: request.receivedAt };
  return { key: umid, value: encodeVisit(account, deps.newEventId(), visit) };
};
