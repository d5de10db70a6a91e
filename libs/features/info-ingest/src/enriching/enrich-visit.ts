import type { InfoSections } from '@kith/domain/answer';
import type { Identifier } from '@kith/domain/identity';
import type { EnrichmentValues } from '@kith/domain/pipeline';
import type { EnrichmentQuestion } from '@kith/ports';
import type { InfoRequest } from '../reading/info-request.ts';
import type { Visit } from '../recognising/recognise-visitor.ts';
import type { Enricher } from './enricher.ts';
import { NOTHING_FED, withEnrichedAttributes, type Fed } from './feeds.ts';

/** Where a request comes from, as far as it shows. */
export interface Caller {
  /** '' where the connection is gone. */
  readonly address: string;
  readonly userAgent: string;
  readonly isBot: boolean;
}

/** What enrichment makes of a visit. */
export interface EnrichedVisit {
  /** The sections of the answer. */
  readonly sections: InfoSections;
  readonly profile: EnrichmentValues;
  readonly events: EnrichmentValues;
}

/** Bots are flagged on their events (docs/behaviour.md#bots). */
const FLAG: EnrichmentValues = { isbot: true };

/** Asks the steps of the pipeline about a visit, and waits only for those that must; where it has none (null), only flags the events of bots. */
export const enrichVisit = (
  enricher: Enricher | null,
  visit: Visit,
  caller: Caller,
): EnrichedVisit | Promise<EnrichedVisit> => {
  if (enricher === null) return enrichedBy(NOTHING_FED, visit, caller);
  const fed = enricher(visit.scope.deadline, questionOf(visit, caller));
  return fed instanceof Promise
    ? fed.then((known) => enrichedBy(known, visit, caller))
    : enrichedBy(fed, visit, caller);
};

const enrichedBy = (fed: Fed, { visitor }: Visit, { isBot }: Caller): EnrichedVisit => ({
  sections: withEnrichedAttributes(visitor.sections, fed),
  profile: fed.profile,
  events: isBot ? { ...fed.events, ...FLAG } : fed.events,
});

/** What outside knowledge can be found by for a request. */
export const questionOf = (
  { scope, request, visitor }: Visit,
  { address, userAgent }: Omit<Caller, 'isBot'>,
): EnrichmentQuestion => ({
  account: scope.account,
  pipeline: request.pipeline.name,
  umdid: visitor.umdid,
  umid: visitor.entry.umid,
  address,
  userAgent,
  identifiers: identifiersOf(request, visitor.sections.identifiers),
  attributes: visitor.sections.attributes ?? {},
});

/**
 * An identifier that came with the request need not be the profile's, for a neighbour's network is no login: where the
 * answer shows which are, only those count.
 */
const identifiersOf = (
  { identifiers: brought }: InfoRequest,
  shown: readonly Identifier[] | undefined,
): readonly Identifier[] => {
  if (shown === undefined) return brought;
  const isShown = ({ name, value }: Identifier): boolean =>
    shown.some((one) => one.name === name && one.value === value);
  const own = brought.filter(isShown);
  return [...own, ...shown.filter(({ name }) => !own.some((one) => one.name === name))];
};
