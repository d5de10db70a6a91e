import express, { type Request, type RequestHandler } from 'express';

/** Room for the longest user name and password, percent-encoded. */
const MAX_FORM_BYTES = 32_768;
const MAX_FIELDS = 32;

/** The fields of a form; each came once. */
export type Form = ReadonlyMap<string, string>;

/** Reads an URL-encoded form; anything else is left unread. */
export const parseForm: RequestHandler = express.urlencoded({
  extended: false,
  limit: MAX_FORM_BYTES,
  parameterLimit: MAX_FIELDS,
});

/** The form that came, or null where the body is none or a field is repeated. */
export const formOf = (request: Request): Form | null => {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null) return null;
  const fields = Object.entries(body).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return fields.length === Object.keys(body).length ? new Map(fields) : null;
};

/** The status of a body that could not be read at all (too large, an unknown encoding), or null for a fault. */
export const bodyRefusal = (error: unknown): number | null => {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
};
