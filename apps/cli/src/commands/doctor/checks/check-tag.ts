import type { Answered } from '../observing/ask.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { umdidCookiesOf } from '../observing/set-cookie.ts';
import { POLICY_MEND, refusingPolicy } from './resource-policy.ts';

const { ok, none, warn, fail } = findingsOf('tag');

type Seen = Pick<Observation, 'subject' | 'visit' | 'reset' | 'tag' | 'tagAgain'>;

/** The tag: a script that browsers run, kept by them, and small on the wire. */
export const checkTag = (seen: Seen): readonly Finding[] => {
  const { tag, tagAgain, subject } = seen;
  if (tag.kind === 'failed')
    return [fail(`tag.js gets no answer: ${tag.why}`, 'look into the log of the proxy')];
  if (tag.status === 404) return [absent(seen)];
  if (tag.status !== 200 || !/javascript/.test(tag.headers['content-type'] ?? '')) {
    return [
      fail(`tag.js is no script (status ${tag.status})`, 'let the proxy in front pass /op/ on unchanged'),
    ];
  }
  const policy = refusingPolicy(tag, subject);
  if (policy !== null) {
    return [
      fail(
        `tag.js says Cross-Origin-Resource-Policy: ${policy}, so browsers refuse it to pages of ${subject.site}`,
        POLICY_MEND,
      ),
    ];
  }
  const doubts = [...weight(tag), ...validation(tag, tagAgain)];
  return doubts.length > 0 ? doubts : [ok('tag.js is a script, compressed, and known again by its ETag')];
};

/** A pipeline without a cookie has neither reset nor tag. */
const absent = ({ visit, reset }: Seen): Finding =>
  umdidCookiesOf(visit).length > 0 || (reset?.kind === 'answered' && reset.status === 200)
    ? warn(
        'tag.js gets 404, though the pipeline has a cookie',
        'that is right with `tag: false`; else let the proxy in front pass everything below /op/ on unchanged',
      )
    : none('this pipeline has no tag');

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
