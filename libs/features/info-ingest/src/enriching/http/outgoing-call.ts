import { fillTemplate, readTemplate, type HttpStep } from '@kith/domain/pipeline';
import type { EnrichmentQuestion, OutgoingCall } from '@kith/ports';

/** What stands in the places of a call, by name. */
export type Asked = ReadonlyMap<string, string>;

/** What a step asks about; null where the question names not all of it, or nothing that a URL can say. */
export const askedOf = ({ asks }: HttpStep, question: EnrichmentQuestion): Asked | null => {
  const given = asks.map((name) => [name, valueOf(name, question)] as const);
  return given.every(([, value]) => isSayable(value)) ? new Map(given) : null;
};

const valueOf = (name: string, { umid, identifiers }: EnrichmentQuestion): string =>
  name === 'umid' ? umid : (identifiers.find((one) => one.name === name)?.value ?? '');

/** Half a character has no encoding; no part of a path may lead upwards, which dots do however they are encoded. */
const isSayable = (value: string): boolean => !/^\.*$/.test(value) && !/\p{Surrogate}/u.test(value);

/** The call, with values in their places: they move neither its host nor its path. null where a secret is not there. */
export const outgoingCallOf = (
  step: HttpStep,
  asked: Asked,
  secrets: ReadonlyMap<string, string>,
): OutgoingCall | null => {
  const value = (name: string): string => asked.get(name) ?? '';
  const headers = headersOf(step, secrets);
  if (headers === null) return null;
  return {
    method: step.method,
    url: fillTemplate(step.url, (name) => encodeURIComponent(value(name))),
    headers,
    ...(step.body === null ? {} : { body: JSON.stringify(filled(step.body, value)) }),
  };
};

const headersOf = (
  { headers, body }: HttpStep,
  secrets: ReadonlyMap<string, string>,
): Record<string, string> | null => {
  const own = {
    accept: 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
  const given = Array.from(headers, ([name, rule]) => {
    return [name, 'text' in rule ? rule.text : secrets.get(rule.secretFile)] as const;
  });
  const isWhole = given.every((entry): entry is [string, string] => entry[1] !== undefined);
  return isWhole ? { ...own, ...Object.fromEntries(given) } : null;
};

const filled = (body: unknown, valueOfName: (name: string) => string): unknown => {
  if (typeof body === 'string') return fillTemplate(readTemplate(body), valueOfName);
  if (Array.isArray(body)) return body.map((one) => filled(one, valueOfName));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, filled(one, valueOfName)]));
};
