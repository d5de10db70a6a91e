import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { ToldRequest } from '@kith/info-ingest';
import { requestTarget } from '@kith/platform';
import { InvalidArgumentError } from 'commander';
import type { Terminal } from '../../terminal.ts';
import { readInput } from './read-input.ts';

/** What the command line tells of a request. */
export interface RequestWords {
  readonly cookie?: string | undefined;
  readonly header?: readonly Header[] | undefined;
  readonly body?: string | undefined;
}

/** A header's name in lower case, and its value. */
export type Header = readonly [name: string, value: string];

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** Collects `--header 'Name: value'`, which may be given again and again. */
export const collectHeader = (text: string, before: readonly Header[] = []): readonly Header[] => {
  const [, name, value] = HEADER.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("It must be 'Name: value'.");
  }
  return [...before, [name.toLowerCase(), value]];
};

/** The request that the words tell of, as if it had been received now. */
export const toldRequest = async (
  target: string,
  words: RequestWords,
  terminal: Terminal,
): Promise<ToldRequest> => {
  const [withoutFragment = ''] = target.split('#', 1);
  const { body } = words;
  return {
    ...requestTarget(withoutFragment),
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(words),
    body: body === undefined ? new Uint8Array() : await bytesOf(body, terminal),
    receivedAt: Date.now(),
    requestId: randomUUID(),
  };
};

const bytesOf = (body: string, terminal: Terminal): Promise<Uint8Array> =>
  body === '-' ? readInput(terminal) : readFile(body);

const headersOf = ({ body, cookie, header = [] }: RequestWords): IncomingHttpHeaders => ({
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...Object.fromEntries(header),
  ...cookieOf(cookie, Object.fromEntries(header)['cookie']),
});

/** A browser would send both in one header. */
const cookieOf = (umdid: string | undefined, others: string | undefined): IncomingHttpHeaders => {
  if (umdid === undefined) return {};
  return { cookie: [`umdid=${umdid}`, ...(others === undefined ? [] : [others])].join('; ') };
};
