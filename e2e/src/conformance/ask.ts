import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import type { Kith } from '../kit/kith.ts';
import type { InfoAnswer } from '../kit/visitor.ts';

/** What a suite gets its Kith by, once it runs. */
export type TheKith = () => Kith;

/** A value that no other test uses. */
export const fresh = (prefix: string): string => `${prefix}-${randomUUID()}`;

/** A `umdid` cookie's value for a device, which claims an umid and a type. */
export const cookieOf = (umdid: string, umid: string = randomUUID(), type = '0'): string =>
  Buffer.from(`${umdid}|${umid}|${type}`).toString('base64');

/** The info answer of a request that must succeed. */
export const answered = (received: Received): InfoAnswer => {
  expect({ status: received.status, text: received.text }).toMatchObject({ status: 200 });
  return received.json() as InfoAnswer;
};

/** The pointers of a 400, in order of the alphabet. */
export const refusedAt = (received: Received): readonly string[] => {
  expect({ status: received.status, text: received.text }).toMatchObject({ status: 400 });
  const { errors } = received.json() as { readonly errors: readonly { readonly pointer: string }[] };
  return errors.map(({ pointer }) => pointer).sort();
};

/** A POST of text to a pipeline of a Kith, as it stands. */
export const postText = (
  baseUrl: string,
  path: string,
  body: string | Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<Received> =>
  send(baseUrl, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
