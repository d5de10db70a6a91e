import { consentOfBody, readInfoQuery, resetBodySchema } from '@kith/contracts';
import { badRequest } from '@kith/platform';
import type { InfoMessage } from './info-message.ts';
import type { InfoRequest } from './info-request.ts';
import type { PipelineEntry } from './pipeline-entry.ts';
import { readInfoBody } from './read-body-json.ts';

/**
 * Reads a reset as the request of a visitor whom nobody has seen: it has no device, names nobody and tells nothing
 * (docs/behaviour.md#reset). Throws a 400 `Problem` naming every member at fault.
 */
export const readResetRequest = (message: InfoMessage, { rules }: PipelineEntry): InfoRequest => {
  const { receivedAt, requestId } = message;
  const { query, faults } = readInfoQuery({ ...rules, identifiers: [] }, message.query);
  readInfoBody(message, resetBodySchema);
  if (faults.length > 0) throw badRequest(faults);
  return {
    pipeline: rules,
    out: query.out,
    sections: query.sections,
    device: null,
    isOverride: false,
    identifiers: [],
    consent: consentOfBody(rules.account, {}, receivedAt),
    data: [],
    idempotencyKey: null,
    receivedAt,
    requestId,
  };
};
