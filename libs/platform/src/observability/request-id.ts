import { randomUUID } from 'node:crypto';

const SANE = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's `X-Request-Id` where it is a sane token, else a new one. */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && SANE.test(header) ? header : randomUUID();
