import { namesIn, readTemplate } from '@kith/domain/pipeline';

const SHAPE = 'must be an address that begins with https://, without a login and without #';
const PLACES = 'may have {name} behind the host alone, in path and query';
/** Scheme, host and port without a place, and then a path or a query. */
const FIXED_HOST = /^https?:\/\/[^/?#@{}\\\s]+(?=[/?]|$)/;

/** What is wrong with the template of a URL, as the end of a sentence; null where nothing is. No value moves its host. */
export const urlFault = (text: string): string | null => {
  const rest = text.replace(FIXED_HOST, '');
  if (rest === text) return /^https?:\/\/[^/?#]*\{/.test(text) ? PLACES : SHAPE;
  if (rest.includes('#') || !URL.canParse(text)) return SHAPE;
  const literal = readTemplate(rest).filter((part) => typeof part === 'string');
  if (literal.some((part) => /[{}\\\s]/.test(part))) return 'has a brace, a blank or \\ that no place is';
  return hasDots(rest) ? 'must not have . or .. as a part of its path' : null;
};

/** Parts of a path that lead upwards: a parser of URLs would take them away, with what stands before. */
const hasDots = (rest: string): boolean =>
  (rest.split('?')[0] ?? '').split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));

/** The texts in a body, however deep. */
export const bodyTexts = (body: unknown): readonly string[] => {
  if (typeof body === 'string') return [body];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(bodyTexts) : [];
};

/** The names of identifiers that a step's call has places for; of what is no step, none. */
export const placesIn = (url: unknown, body: unknown): readonly string[] =>
  [...(typeof url === 'string' ? [url] : []), ...bodyTexts(body)].flatMap((text) =>
    namesIn(readTemplate(text)),
  );
