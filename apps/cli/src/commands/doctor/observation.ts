import { errorSentence } from '@kith/platform';
import { createAsker } from './ask.ts';
import type { Answered, Asker, AskingOptions, Question, Reply } from './ask.ts';
import { speaksOldTls } from './encryption.ts';
import { lookUp } from './look-up.ts';
import type { Names } from './look-up.ts';
import { umdidPairOf } from './set-cookie.ts';
import type { Subject } from './subject.ts';

/** Everything that was seen of an endpoint; the checks judge it. */
export interface Observation {
  readonly subject: Subject;
  /** null where no name is looked up. */
  readonly names: Names | null;
  /** A first visit, asked for as JSON by a page of the site. */
  readonly visit: Answered;
  /** The visitor's next page, by a script tag. */
  readonly script: Reply;
  /** What a browser asks before the tag sends. */
  readonly preflight: Reply;
  /** The same two by a page of another site. */
  readonly foreign: Reply;
  readonly foreignPreflight: Reply;
  /** What there is not. */
  readonly wrongs: readonly { readonly what: string; readonly reply: Reply }[];
  readonly tag: Reply;
  /** The tag uncompressed, to be read. */
  readonly plainTag: Reply;
  /** The tag once more, by a browser that has it. */
  readonly tagAgain: Reply;
  /** null without TLS. */
  readonly oldTls: boolean | null;
}

type Headers = Readonly<Record<string, string>>;

/** Nobody can own a page there (RFC 2606). */
export const FOREIGN_ORIGIN = 'https://another-site.invalid';
const PREFLIGHT_HEADERS = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,idempotency-key',
};

/** What the endpoint shows, or why it shows nothing. */
export const observe = async (subject: Subject, options: AskingOptions): Promise<Observation | string> => {
  const asker = createAsker(options);
  try {
    const visit = await asker.ask(fromSite(subject, '?out=json'));
    if (visit.kind === 'failed') return visit.why;
    return { ...(await observeAnswers(subject, asker, visit)), ...(await observeHost(subject, options)) };
  } catch (error) {
    return errorSentence(error);
  } finally {
    asker.close();
  }
};

const observeHost = async (
  { endpoint, site, isLocal }: Subject,
  options: AskingOptions,
): Promise<Pick<Observation, 'names' | 'oldTls'>> => ({
  names:
    isLocal || options.connectTo !== undefined
      ? null
      : await lookUp(endpoint.hostname, new URL(site).hostname),
  oldTls: endpoint.protocol === 'https:' ? await speaksOldTls(options) : null,
});

/** One visitor in all: what follows the first answer carries its cookie, or reads nothing. */
const observeAnswers = async (
  subject: Subject,
  { ask }: Asker,
  visit: Answered,
): Promise<Omit<Observation, 'names' | 'oldTls'>> => {
  const { endpoint, site } = subject;
  const path = endpoint.pathname;
  const cookie = umdidPairOf(visit.headers);
  const known: Headers = cookie === null ? {} : { cookie };
  const tagPath = path.replace(/info$/, 'tag.js');
  const tag = await ask({ path: tagPath, headers: { 'accept-encoding': 'br, gzip' } });
  return {
    subject,
    visit,
    script: await ask({ path, headers: { ...known, referer: `${site}/` } }),
    preflight: await ask({ method: 'OPTIONS', path, headers: { origin: site, ...PREFLIGHT_HEADERS } }),
    foreign: await ask({ path: `${path}?out=json`, headers: { ...known, origin: FOREIGN_ORIGIN } }),
    foreignPreflight: await ask({
      method: 'OPTIONS',
      path,
      headers: { origin: FOREIGN_ORIGIN, ...PREFLIGHT_HEADERS },
    }),
    wrongs: await askWrongs(subject, ask, known),
    tag,
    plainTag: await ask({ path: tagPath, headers: { 'accept-encoding': 'identity' } }),
    tagAgain: await ask({ path: tagPath, headers: { 'accept-encoding': 'br, gzip', ...knownTag(tag) } }),
  };
};

const fromSite = ({ endpoint, site }: Subject, query: string): Question => ({
  path: `${endpoint.pathname}${query}`,
  headers: { origin: site },
});

const knownTag = (tag: Reply): Headers => {
  const etag = tag.kind === 'answered' ? tag.headers.etag : undefined;
  return etag === undefined ? {} : { 'if-none-match': etag };
};

const askWrongs = async (
  { endpoint }: Subject,
  ask: Asker['ask'],
  known: Headers,
): Promise<Observation['wrongs']> => {
  const { pathname: path } = endpoint;
  const unknown = path.replace(/[^/]+\/info$/, 'no-pipeline-has-this-name/info');
  return [
    { what: 'a trailing slash', reply: await ask({ path: `${path}/`, headers: known }) },
    { what: 'the method PUT', reply: await ask({ method: 'PUT', path, headers: known }) },
    { what: 'an unknown pipeline', reply: await ask({ path: unknown, headers: known }) },
  ];
};
