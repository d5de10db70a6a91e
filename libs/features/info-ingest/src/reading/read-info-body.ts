import {
  memberFaults,
  structureFault,
  type InfoBody,
  type InfoBodySchema,
  type MemberFault,
} from '@kith/contracts';
import { badRequest, malformedBody, parseJson } from '@kith/platform';
import type { InfoMessage } from './info-request.ts';
import { wellFormedJson } from '@kith/domain/tracking';

const BODY: MemberFault['pointer'] = '';
// `text/plain` is what sendBeacon sends without a preflight.
const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'text/plain', '']);
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Reads and checks the payload of an info request; an empty one is an empty object. Throws a 400 `Problem` that names
 * each member at fault (docs/behaviour.md#the-body).
 */
export const readInfoBody = ({ method, headers, body }: InfoMessage, schema: InfoBodySchema): InfoBody => {
  if (body.length === 0) return {};
  if (method === 'GET') throw badRequest([{ pointer: BODY, detail: 'GET takes no payload: use POST' }]);
  checkMediaType(headers['content-type'] ?? '');
  const text = decodeUtf8(body);
  const value = parseJson(text);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badRequest(memberFaults(parsed.error));
  const fault = structureFault(value);
  if (fault !== null) throw badRequest([fault]);
  // The schema only checks: what it would answer lacks members of the data layer that are called `__proto__`.
  return withWholeData(text, value as InfoBody);
};

const checkMediaType = (contentType: string): void => {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!JSON_TYPES.has(type) || (charset !== undefined && !UTF8.has(charset))) {
    throw malformedBody('the content type must be application/json in UTF-8');
  }
};

const UTF8_DECODER = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return UTF8_DECODER.decode(bytes);
  } catch {
    throw malformedBody('not UTF-8');
  }
};

/** Only escapes can bring halves of characters into UTF-8; two of them may well be a whole one. */
const ESCAPED = /\\u[dD][89a-fA-F]/;

/**
 * The body with U+FFFD for each half of a character in its data: events go to others, who could not read them. Identifiers
 * with such halves are refused elsewhere. A body without escapes of this kind costs one look at its text.
 */
export const withWholeData = (text: string, body: InfoBody): InfoBody => {
  if (!ESCAPED.test(text) || body.data === undefined) return body;
  const json = JSON.stringify(body.data);
  const whole = wellFormedJson(json);
  return whole === json ? body : { ...body, data: JSON.parse(whole) as NonNullable<InfoBody['data']> };
};
