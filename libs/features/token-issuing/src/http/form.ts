import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { payloadTooLarge, readBody } from '@kith/platform';
import type { Request, RequestHandler } from 'express';

/** Room for the longest user name and password, percent-encoded. */
const MAX_FORM_BYTES = 32_768;
const MAX_FIELDS = 32;

/** The fields of a form; each came once. */
export type Form = ReadonlyMap<string, string>;

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** RFC 1866 lets forms name their character set; what browsers call so is one of these. */
const CHARSETS: ReadonlyMap<string, 'utf8' | 'latin1'> = new Map([
  ['', 'utf8'],
  ['utf-8', 'utf8'],
  ['iso-8859-1', 'latin1'],
]);

/**
 * Reads an URL-encoded form; null where the body is none or a field is repeated. Rejects with a `Problem` where the body
 * is too large or cannot be inflated.
 */
export const readForm = async (request: IncomingMessage): Promise<Form | null> => {
  const charset = charsetOf(request);
  if (charset === null) return null;
  const text = (await readBody(request, MAX_FORM_BYTES)).toString(charset);
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw payloadTooLarge('The form has too many fields.');
  const fields = Object.entries(parse(text)).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const form = new Map(fields);
  return form.size === Object.keys(parse(text)).length ? form : null;
};

const charsetOf = ({ headers }: IncomingMessage): 'utf8' | 'latin1' | null => {
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return null;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== FORM_TYPE) return null;
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  return CHARSETS.get(charset?.slice('charset='.length).replaceAll('"', '') ?? '') ?? null;
};

/** For the pages: reads the form ahead of what asks for it by `formOf`. */
export const parseForm: RequestHandler = async (request, _response, next) => {
  request.body = await readForm(request);
  next();
};

/** The form that `parseForm` has read. */
export const formOf = (request: Request): Form | null => (request.body ?? null) as Form | null;

/** The status of a body that could not be read at all (too large, an unknown encoding), or null for a fault. */
export const bodyRefusal = (error: unknown): number | null => {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
};
