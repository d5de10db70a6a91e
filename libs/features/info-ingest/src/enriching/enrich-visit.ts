import type { InfoSections } from '@kith/domain/answer';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import type { Scope } from '@kith/ports';
import type { InfoRequest } from '../info-request.ts';
import type { PipelineEntry } from '../pipeline-entry.ts';
import type { Visitor } from '../recognise-visitor.ts';
import { NOTHING_FED } from './feeds.ts';
import { questionOf } from './question-of.ts';
import type { Caller } from './question-of.ts';
import { withEnrichedAttributes } from './with-enriched-attributes.ts';

/** What enrichment makes of a visit. */
export interface EnrichedVisit {
  /** The sections of the answer. */
  readonly sections: InfoSections;
  readonly profile: EnrichmentValues;
  readonly events: EnrichmentValues;
}

/** Asks the steps of the pipeline about a visit; where it has none, only flags the events of bots. */
export const enrichVisit = async (
  { enricher }: PipelineEntry,
  scope: Scope,
  request: InfoRequest,
  visitor: Visitor,
  caller: Caller & { readonly isBot: boolean },
): Promise<EnrichedVisit> => {
  const fed =
    enricher === null
      ? NOTHING_FED
      : await enricher(scope.deadline, questionOf(scope, request, visitor, caller));
  return {
    sections: withEnrichedAttributes(visitor.sections, fed),
    profile: fed.profile,
    events: caller.isBot ? { ...fed.events, ...FLAG } : fed.events,
  };
};

/** Bots are flagged on their events (docs/behaviour.md#bots). */
const FLAG: EnrichmentValues = { isbot: true };
