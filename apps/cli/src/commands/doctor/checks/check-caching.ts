import type { Reply } from '../observing/ask.ts';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { keptWords } from './kept-answers.ts';

const { ok, warn, fail } = findingsOf('caching');

/** How caches are mended. */
export const KEPT_OUT = 'let caches and CDNs in front pass /op/ on without keeping anything';

/** An answer that a cache keeps would be another visitor's next. */
export const checkCaching = (seen: Pick<Observation, 'visit' | 'script' | 'repeats'>): readonly Finding[] => {
  const kept = keptWords(seen);
  if (kept !== null) return [fail(kept, KEPT_OUT)];
  const permitted = [seen.visit, seen.script].flatMap(permission).slice(0, 1);
  if (permitted.length > 0) return permitted;
  return seen.repeats.some(isTaken)
    ? [
        warn(
          'a request with an Idempotency-Key that Kith refuses is answered as if it had none: a retry may take effect twice',
          'let the proxy in front pass Idempotency-Key on',
        ),
      ]
    : [ok('answers say no-store, and none came out of a cache')];
};

const permission = (reply: Reply): readonly Finding[] => {
  const cacheControl = (reply.kind === 'answered' && reply.headers['cache-control']) || 'none';
  return reply.kind === 'failed' || /\bno-store\b/i.test(cacheControl)
    ? []
    : [fail(`answers say Cache-Control: ${cacheControl}, not no-store`, KEPT_OUT)];
};

const isTaken = (reply: Reply): boolean => reply.kind === 'answered' && reply.status === 200;
