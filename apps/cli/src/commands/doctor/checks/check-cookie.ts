import { decodeUmdidCookie } from '@kith/contracts';
import type { Answered, Reply } from '../observing/ask.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { isTakenAway, umdidCookiesOf, type SetCookie } from '../observing/set-cookie.ts';
import type { Subject } from '../observing/subject.ts';
import { spokenIn } from '../observing/spoken.ts';
import { attributeFaults } from './cookie-attributes.ts';

const { ok, warn, fail } = findingsOf('cookie');

const PASSED_ON = 'let the proxy in front pass Set-Cookie on, for each answer and unchanged';
const ALL_PASSED_ON = 'let the proxy in front pass everything below /op/ on unchanged, POST too';

type Seen = Pick<Observation, 'subject' | 'visit' | 'reset' | 'script' | 'tag'>;

/**
 * The cookie `umdid`: attribute by attribute, and its value (docs/behaviour.md#the-cookie). Where a first visit sets
 * none, the answer to a reset tells a cookie that is withheld from one that was lost on the way.
 */
export const checkCookie = (seen: Seen): readonly Finding[] => {
  const { subject, visit, reset } = seen;
  const [cookie] = umdidCookiesOf(visit);
  if (cookie !== undefined) return judged(subject, visit);
  return reset?.kind === 'answered' && reset.status === 200 ? afterReset(seen, reset) : [withoutReset(seen)];
};

const judged = (subject: Subject, reply: Answered): readonly Finding[] => {
  const cookies = umdidCookiesOf(reply);
  const faults = [
    ...(cookies.length > 1 ? [fail(`the answer sets umdid ${cookies.length} times`, PASSED_ON)] : []),
    ...cookies.slice(0, 1).flatMap((cookie) => faultsOf(subject, cookie, reply)),
  ];
  return faults.length > 0 ? faults : [ok(`umdid is set as specified, ${hostWords(cookies[0])}`)];
};

const faultsOf = (subject: Subject, cookie: SetCookie, { text }: Answered): readonly Finding[] => [
  ...valueFaults(cookie, text),
  ...attributeFaults(cookie, subject),
];

const hostWords = (cookie: SetCookie | undefined): string => {
  const domain = cookie?.attributes.get('domain');
  return domain === undefined ? 'for this host' : `for ${domain}`;
};

const valueFaults = ({ value }: SetCookie, answer: string): readonly Finding[] => {
  const spoken = decodeUmdidCookie(value);
  if (spoken === null) return [fail('the value of umdid is not base64 of umdid|umid|type', PASSED_ON)];
  return spoken.umid === spokenIn(answer)?.umid
    ? []
    : [fail('cookie and answer name different umids', 'see that nothing in front caches or mixes answers')];
};

/** With `bots: drop` the first visit of a bot has no cookie; a device that it brings is served like any other. */
const afterReset = ({ subject, script }: Seen, reset: Answered): readonly Finding[] => {
  const [cookie] = umdidCookiesOf(reset);
  if (cookie === undefined) return [lost('also after a reset, which sets or takes away one in any case')];
  if (isTakenAway(cookie)) return withheld(subject, cookie);
  return umdidCookiesOf(script).length === 0 ? [lost('though a reset sets one')] : judged(subject, reset);
};

const lost = (although: string): Finding =>
  fail(`no cookie umdid is set, ${although}: nobody is recognised`, PASSED_ON);

const withheld = (subject: Subject, cookie: SetCookie): readonly Finding[] => {
  const faults = attributeFaults(cookie, subject);
  return faults.length > 0
    ? faults
    : [
        ok(
          `no umdid is set before the permission of \`cookie.requires\`; a reset takes it away as specified, ${hostWords(cookie)}`,
        ),
      ];
};

const STATUS_404 = 'status 404';

/** A pipeline without a cookie has no reset and no tag. */
const withoutReset = ({ reset, tag }: Seen): Finding => {
  const got = gotWords(reset);
  if (got === STATUS_404 && gotWords(tag) === STATUS_404) {
    return warn(
      'no cookie umdid is set, and there is no reset',
      `that is right with \`cookie: false\`; else ${ALL_PASSED_ON}`,
    );
  }
  return fail(
    `no cookie umdid is set, and a reset gets ${got}: the tag cannot log out, and nobody may be recognised`,
    ALL_PASSED_ON,
  );
};

const gotWords = (reply: Reply | null): string =>
  reply?.kind === 'answered' ? `status ${reply.status}` : 'no answer';
