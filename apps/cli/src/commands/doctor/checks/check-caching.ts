import type { Reply } from '../ask.ts';
import { findingsOf } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation.ts';

const { ok, fail } = findingsOf('caching');

const KEPT_OUT = 'let caches and CDNs in front pass /op/ on without keeping anything';

/** An answer that a cache keeps would be another visitor's next. */
export const checkCaching = ({
  visit,
  script,
}: Pick<Observation, 'visit' | 'script'>): readonly Finding[] => {
  const faults = [visit, script].flatMap(faultsOf);
  return faults.length > 0 ? faults.slice(0, 1) : [ok('answers say no-store, and none came out of a cache')];
};

const faultsOf = (reply: Reply): readonly Finding[] => {
  if (reply.kind === 'failed') return [];
  const { headers } = reply;
  const cacheControl = headers['cache-control'] ?? 'none';
  if (!/\bno-store\b/.test(cacheControl))
    return [fail(`answers say Cache-Control: ${cacheControl}, not no-store`, KEPT_OUT)];
  const wasKept =
    headers.age !== undefined ||
    /\bhit\b/i.test(String(headers['x-cache'] ?? headers['cf-cache-status'] ?? ''));
  return wasKept ? [fail('an answer came out of a cache', KEPT_OUT)] : [];
};
