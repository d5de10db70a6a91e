import type { Identifier } from '@kith/domain/identity';
import type { Scope, EnrichmentQuestion } from '@kith/ports';
import type { InfoRequest } from '../info-request.ts';
import type { Visitor } from '../recognise-visitor.ts';

/** Where a request comes from, as far as it shows. */
export interface Caller {
  /** '' where the connection is gone. */
  readonly address: string;
  readonly userAgent: string;
}

/** What outside knowledge can be found by for a request. */
export const questionOf = (
  { account }: Scope,
  request: InfoRequest,
  { umdid, entry, sections }: Visitor,
  { address, userAgent }: Caller,
): EnrichmentQuestion => ({
  account,
  pipeline: request.pipeline.name,
  umdid,
  umid: entry.umid,
  address,
  userAgent,
  identifiers: identifiersOf(request, sections.identifiers),
  attributes: sections.attributes ?? {},
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
