import type { WebhookTarget } from '@kith/domain/destinations';
import { readSmallFile } from '@kith/platform';

/** Where a call goes, and what it shows. */
export interface Authorized {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The most bytes of a file with a token. */
const MAX_BYTES = 16_384;

/**
 * Adds the receiver's token, read now: whoever renews it writes the file. What cannot be read is the end of a sentence
 * that shows nothing of it.
 */
export const authorized = async ({
  url,
  authorization,
}: Pick<WebhookTarget, 'url' | 'authorization'>): Promise<Authorized | { readonly why: string }> => {
  if (authorization === null) return { url, headers: {} };
  const { tokenFile } = authorization;
  const read = await readSmallFile(tokenFile, MAX_BYTES);
  if (read.kind === 'unreadable') return { why: `${tokenFile}: ${read.why}` };
  const token = read.content.toString('utf8').trim();
  if (!/^[\x21-\x7e]+$/.test(token)) return { why: `${tokenFile}: holds no token` };
  if (authorization.in === 'header') return { url, headers: { authorization: `Bearer ${token}` } };
  const withToken = new URL(url);
  withToken.searchParams.set(authorization.parameter, token);
  return { url: withToken.href, headers: {} };
};
