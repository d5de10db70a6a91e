import type { Macs, Umdid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { notFound, payloadTooLarge } from '@kith/platform';
import type { ResolveCall } from '@kith/ports';
import type { InfoMessage } from '../reading/info-request.ts';
import { crossSite } from '../pipelines/own-site.ts';
import { pipelineEntries, type EdgeConfiguration, type PipelineEntry } from '../pipelines/pipeline-entry.ts';
import { readInfoRequest, restrictReading } from '../reading/read-info-request.ts';
import { resolveCallOf, resolutionPath, type ResolutionPath } from './recognise-visitor.ts';

/** A request as somebody tells of it. */
export interface ToldRequest extends InfoMessage {
  readonly path: string;
}

/** What the edge makes of a request before it asks anybody. */
export interface RequestAtTheEdge {
  readonly account: AccountName;
  readonly pipeline: string;
  readonly way: ResolutionPath;
  /** The device that it names; null: it gets a new one. */
  readonly umdid: Umdid | null;
  /** What the resolver is asked, where it is. */
  readonly call: (macs: Macs, newUmdid: Umdid) => ResolveCall;
}

const INFO_PATH = /^\/op\/([^/]+)\/info$/;
const METHODS: readonly string[] = ['GET', 'POST'];

const UNCOUNTED = { ignoredIdentifiers: () => undefined, malformedCookie: () => undefined };

/**
 * Reads info requests as the edge does, and does nothing about them: no limit counts them. Throws the `Problem` that
 * the edge would answer.
 */
export const createRequestReader = (
  configuration: EdgeConfiguration,
): ((told: ToldRequest) => RequestAtTheEdge) => {
  const entries = pipelineEntries(configuration);
  return (told) => {
    const entry = entries.get(INFO_PATH.exec(told.path)?.[1] ?? '');
    if (entry === undefined || !METHODS.includes(told.method)) throw notFound();
    mayAsk(entry, told);
    const request = restrictReading(readInfoRequest(told, entry, UNCOUNTED));
    return {
      account: request.pipeline.account.name,
      pipeline: request.pipeline.name,
      way: resolutionPath(request),
      umdid: request.device?.umdid ?? null,
      call: (macs, newUmdid) => resolveCallOf(macs, request.device?.umdid ?? newUmdid, request),
    };
  };
};

const mayAsk = ({ limits, secrets, site }: PipelineEntry, { headers, body }: ToldRequest): void => {
  secrets.access?.(headers.authorization);
  if (site.isCrossSite(headers)) throw crossSite();
  if (body.length > limits.bodyBytes)
    throw payloadTooLarge(`The body is larger than ${limits.bodyBytes} bytes.`);
};
