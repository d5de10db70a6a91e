import type { Answered, Reply } from '../observing/ask.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { FOREIGN_ORIGIN } from '../observing/questions.ts';

const { ok, none, warn, fail } = findingsOf('cors');

type Seen = Pick<Observation, 'subject' | 'visit' | 'preflight' | 'foreign' | 'foreignPreflight'>;

const UNCHANGED = 'let the proxy in front add no Access-Control headers and pass those of Kith on';

/** Pages of the site may read answers, with cookies; nobody else's. */
export const checkCors = (seen: Seen): readonly Finding[] => {
  const { site, endpoint } = seen.subject;
  const strangers = [seen.foreign, seen.foreignPreflight].flatMap(strangerFaults).slice(0, 1);
  if (site === endpoint.origin) {
    return [...strangers, none('the pages have the origin of the endpoint: browsers do not ask')];
  }
  const faults = [...ownFaults(seen.visit, site), ...preflightFaults(seen.preflight, site), ...strangers];
  return faults.length > 0
    ? faults
    : [ok(`pages of ${site} may read answers, and pages of other sites may not`)];
};

const ownFaults = ({ headers }: Answered, site: string): readonly Finding[] => {
  const origin = headers['access-control-allow-origin'];
  if (origin !== site) {
    return [
      fail(
        `pages of ${site} may not read answers (Access-Control-Allow-Origin: ${origin ?? 'none'})`,
        'add the origin to `origins` of the pipeline, or its domain to `cookie.domain`; then look for a proxy that changes the header',
      ),
    ];
  }
  if (headers['access-control-allow-credentials'] !== 'true') {
    return [fail('pages may read answers, but not with cookies', UNCHANGED)];
  }
  return /\borigin\b/i.test(headers.vary ?? '')
    ? []
    : [warn('the answer lacks Vary: Origin, so that a cache may mix the sites up', UNCHANGED)];
};

const preflightFaults = (preflight: Reply, site: string): readonly Finding[] => {
  if (preflight.kind === 'failed') return [fail(`a preflight gets no answer: ${preflight.why}`, UNCHANGED)];
  const { status, headers } = preflight;
  const asked = `${headers['access-control-allow-headers'] ?? ''},`.toLowerCase();
  const allowed = ['content-type', 'idempotency-key'].every((name) => asked.includes(name));
  if (status >= 300 || headers['access-control-allow-origin'] !== site || !allowed) {
    return [
      fail(
        `a preflight is answered with ${status} and does not allow Content-Type and Idempotency-Key`,
        'let the proxy in front pass OPTIONS to Kith, and its answer on',
      ),
    ];
  }
  return status === 204 ? [] : [warn(`a preflight is answered with ${status}, not 204`, UNCHANGED)];
};

const strangerFaults = (reply: Reply): readonly Finding[] => {
  const origin = reply.kind === 'answered' ? reply.headers['access-control-allow-origin'] : undefined;
  return origin === '*' || origin === FOREIGN_ORIGIN
    ? [fail(`pages of any site may read answers (Access-Control-Allow-Origin: ${origin})`, UNCHANGED)]
    : [];
};
