import type { PipelineRules } from '@kith/domain/pipeline';
import type { InfoRequest } from './info-request.ts';

/**
 * Leaves out sections that the request's identifiers cannot open, and says of the others whom they are for: with
 * `unverifiedReads: bound` a device that was bound before or a verified identifier, with `none` the latter alone. What
 * needs the store to tell, the resolver tells (docs/behaviour.md#what-identifiers-open).
 */
export const restrictReading = (request: InfoRequest): InfoRequest => {
  const { unverifiedReads } = request.pipeline;
  if (unverifiedReads === 'full' || request.sections.length === 0) return request;
  const verified = verifiedNames(request.pipeline, request);
  const isHopeless = verified.length === 0 && (unverifiedReads === 'none' || request.device === null);
  if (isHopeless) return { ...request, sections: [] };
  return { ...request, reading: { unverified: unverifiedReads, verified } };
};

/** An identifier of such a name came signed, or the request would have been refused. */
const verifiedNames = (pipeline: PipelineRules, { identifiers }: InfoRequest): readonly string[] => {
  const taken = new Set(identifiers.map(({ name }) => name));
  return pipeline.identifiers
    .map(({ rule }) => rule)
    .filter(({ name, verify }) => verify !== undefined && taken.has(name))
    .map(({ name }) => name);
};
