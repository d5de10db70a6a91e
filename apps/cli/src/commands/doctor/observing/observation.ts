import { errorSentence } from '@kith/platform';
import { createAsker, type Answered, type Asker, type Question, type Reply } from './ask.ts';
import { spokenIn } from './spoken.ts';
import { speaksOldTls, type AskingOptions } from './encryption.ts';
import { lookUp, type Names } from './look-up.ts';
import {
  FOREIGN_ORIGIN,
  foreignVisitOf,
  preflightOf,
  refused,
  resetOf,
  scriptOf,
  tagOf,
  visitOf,
  wrongsOf,
} from './questions.ts';
import { umdidCookiesOf, umdidPairOf } from './set-cookie.ts';
import { silenceOf, type Silence } from './silence.ts';
import type { Subject } from './subject.ts';

type Headers = Readonly<Record<string, string>>;

/** Everything that was seen of an endpoint; the checks judge it. */
export interface Observation {
  readonly kind: 'answered';
  readonly subject: Subject;
  /** null where no name is looked up. */
  readonly names: Names | null;
  /** A first visit, asked for as JSON by a page of the site. */
  readonly visit: Answered;
  /** A reset, where the first visit set no cookie; else null. */
  readonly reset: Reply | null;
  /** The visitor's next page, by a script tag. */
  readonly script: Reply;
  /** Both once more by nobody, in a way that Kith refuses: once each, and again what was not refused. */
  readonly repeats: readonly Reply[];
  /** What a browser asks before the tag sends. */
  readonly preflight: Reply;
  /** Visit and preflight by a page of another site. */
  readonly foreign: Reply;
  readonly foreignPreflight: Reply;
  /** Replies to requests that no route answers: each must be a 404. */
  readonly wrongs: readonly { readonly what: string; readonly reply: Reply }[];
  readonly tag: Reply;
  /** The tag once more, by a browser that has it. */
  readonly tagAgain: Reply;
  /** null without TLS. */
  readonly oldTls: boolean | null;
}

/** What the endpoint shows, or what is known of why it shows nothing. */
export const observe = async (subject: Subject, options: AskingOptions): Promise<Observation | Silence> => {
  const asker = createAsker(options);
  try {
    const visit = await asker.ask(visitOf(subject));
    if (visit.kind === 'failed') return await silenceOf(options, visit);
    return { ...(await observeAnswers(subject, asker, visit)), ...(await observeHost(subject, options)) };
  } catch (error) {
    return { kind: 'silent', why: errorSentence(error), speaks: null };
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

/** What follows the first answer that sets a cookie carries it. */
const observeAnswers = async (
  subject: Subject,
  { ask }: Asker,
  visit: Answered,
): Promise<Omit<Observation, 'names' | 'oldTls'>> => {
  const needsReset = spokenIn(visit.text) !== null && umdidCookiesOf(visit).length === 0;
  const reset = needsReset ? await ask(resetOf(subject)) : null;
  const pair = [visit, reset].map(umdidPairOf).find((one) => one !== null);
  const cookie: Headers = pair === undefined ? {} : { cookie: pair };
  const tag = await ask(tagOf(subject));
  return {
    kind: 'answered',
    subject,
    visit,
    reset,
    script: await ask(scriptOf(subject, cookie)),
    repeats: [
      ...(await askRefused(ask, visitOf(subject))),
      ...(await askRefused(ask, scriptOf(subject, cookie))),
    ],
    preflight: await ask(preflightOf(subject, subject.site)),
    foreign: await ask(foreignVisitOf(subject, cookie)),
    foreignPreflight: await ask(preflightOf(subject, FOREIGN_ORIGIN)),
    wrongs: await askWrongs(subject, ask, cookie),
    tag,
    tagAgain: await ask(tagOf(subject, knownTag(tag))),
  };
};

/** What is not refused is asked again: a cache gives the same answer, and Kith another. */
const askRefused = async (ask: Asker['ask'], question: Question): Promise<readonly Reply[]> => {
  const reply = await ask(refused(question));
  return reply.kind === 'answered' && reply.status === 200 ? [reply, await ask(refused(question))] : [reply];
};

const knownTag = (tag: Reply): Headers => {
  const etag = tag.kind === 'answered' ? tag.headers.etag : undefined;
  return etag === undefined ? {} : { 'if-none-match': etag };
};

const askWrongs = async (
  subject: Subject,
  ask: Asker['ask'],
  cookie: Headers,
): Promise<Observation['wrongs']> => {
  const wrongs: Observation['wrongs'][number][] = [];
  for (const { what, question } of wrongsOf(subject, cookie))
    wrongs.push({ what, reply: await ask(question) });
  return wrongs;
};
