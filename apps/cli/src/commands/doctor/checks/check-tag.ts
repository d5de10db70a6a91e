import type { Answered } from '../ask.ts';
import { findingsOf } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation.ts';

const { ok, none, warn, fail } = findingsOf('tag');

/** The tag: a script that browsers run, kept by them, and small on the wire. */
export const checkTag = ({ tag, tagAgain }: Pick<Observation, 'tag' | 'tagAgain'>): readonly Finding[] => {
  if (tag.kind === 'failed')
    return [fail(`tag.js gets no answer: ${tag.why}`, 'look into the log of the proxy')];
  if (tag.status === 404) return [none('this pipeline has no tag')];
  if (tag.status !== 200 || !/javascript/.test(tag.headers['content-type'] ?? '')) {
    return [
      fail(`tag.js is no script (status ${tag.status})`, 'let the proxy in front pass /op/ on unchanged'),
    ];
  }
  const doubts = [...weight(tag), ...validation(tag, tagAgain)];
  return doubts.length > 0 ? doubts : [ok('tag.js is a script, compressed, and known again by its ETag')];
};

const weight = ({ headers }: Answered): readonly Finding[] =>
  headers['content-encoding'] === undefined
    ? [
        warn(
          'tag.js comes uncompressed',
          'let the proxy in front pass Accept-Encoding on, or compress scripts itself',
        ),
      ]
    : [];

const validation = ({ headers }: Answered, again: Observation['tagAgain']): readonly Finding[] =>
  headers.etag !== undefined && again.kind === 'answered' && again.status === 304
    ? []
    : [
        warn(
          'a browser that has tag.js gets it whole again',
          'let the proxy in front pass ETag and If-None-Match on',
        ),
      ];
