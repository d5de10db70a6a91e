import type { InfoBody } from '@kith/contracts';
import { wellFormedJson } from '@kith/domain/tracking';

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
