import type { Answered } from '../observing/ask.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { spokenIn } from '../observing/spoken.ts';

const { ok, warn, fail } = findingsOf('answer');

/** A first visit is answered with JSON that has a umid and a state. */
export const checkAnswer = ({ visit }: Pick<Observation, 'visit'>): readonly Finding[] => {
  if (visit.status !== 200) return [refused(visit)];
  if (spokenIn(visit.text) === null || !isJson(visit)) {
    return [
      fail(
        `the answer is not that of Kith (content type ${visit.headers['content-type'] ?? 'none'})`,
        'see what else answers at this address, a single-page app or a cache for instance',
      ),
    ];
  }
  return visit.headers['x-content-type-options'] === 'nosniff'
    ? [ok('a first visit is answered with umid and state, as JSON')]
    : [
        warn(
          'the answer as JSON lacks X-Content-Type-Options: nosniff, which Kith sends',
          'let the proxy in front keep the header',
        ),
      ];
};

const isJson = ({ headers }: Answered): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '');

const refused = ({ status }: Answered): Finding =>
  fail(`a first visit is answered with ${status}`, wayOut(status));

const wayOut = (status: number): string => {
  switch (status) {
    case 401:
      return 'the pipeline has an access key and is for servers: name one that is for websites';
    case 403:
      return "add the website's origin to `origins` of the pipeline, or look for a firewall in front that refuses";
    case 404:
      return 'compare path and pipeline with the configuration, and see that the proxy passes /op/ on unchanged';
    case 429:
      return 'let TRUSTED_PROXIES name the proxy in front, so that not all visitors count as one address';
    default:
      return status >= 500
        ? 'look into the log of the proxy and of Kith, for the request id of the answer'
        : 'let the proxy in front pass requests to /op/ on unchanged';
  }
};
