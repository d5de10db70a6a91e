import type { KithAnswer } from './kith.ts';

/** A request as the tag sent it. */
export interface SentRequest {
  readonly by: 'fetch' | 'beacon';
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | undefined;
  readonly body: {
    readonly data?: readonly Readonly<Record<string, unknown>>[];
    readonly permission?: Readonly<Record<string, boolean>>;
    readonly notification?: readonly unknown[];
    readonly [identifier: string]: unknown;
  };
}

/** What the network does with a request: a status, an answer, or nothing at all. */
export type Reply = (sent: SentRequest) => number | Partial<KithAnswer> | 'nothing';

export const someAnswer: KithAnswer = { umid: '00000000-0000-4000-8000-000000000001', state: 0 };

/** Replies to what a page sends, and keeps it. */
export const fakeNetwork = (first: Reply, heard: (sent: SentRequest) => void) => {
  const sent: SentRequest[] = [];
  let reply = first;
  const record = (by: SentRequest['by'], href: string, text: string, key?: string): SentRequest => {
    const url = new URL(href);
    const body = JSON.parse(text) as SentRequest['body'];
    const request = { by, path: url.pathname, query: url.searchParams, key, body };
    sent.push(request);
    heard(request);
    return request;
  };
  const answer = async (request: SentRequest) => {
    const replied = reply(request);
    if (replied === 'nothing') throw new TypeError('Failed to fetch');
    if (typeof replied === 'number') return { ok: false, status: replied, text: async () => '' };
    return { ok: true, status: 200, text: async () => JSON.stringify({ ...someAnswer, ...replied }) };
  };
  return {
    sent,
    setReply: (next: Reply): void => void (reply = next),
    sendBeacon: (url: string, text: string): boolean => {
      record('beacon', url, text);
      return true;
    },
    fetch: (url: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
      answer(record('fetch', url, body, headers['Idempotency-Key'])),
  };
};
