import type { Answered, Reply } from '../observing/ask.ts';
import type { Observation } from '../observing/observation.ts';
import { spokenIn } from '../observing/spoken.ts';
import { spokenInScript } from './check-script.ts';

type Seen = Pick<Observation, 'visit' | 'script' | 'repeats'>;

/** How an answer shows that a cache gave it; null where none does. */
export const keptWords = (seen: Seen): string | null => {
  if ([seen.visit, seen.script].some(saysSo)) return 'an answer came out of a cache';
  return isSameTwice(seen) ? 'different visitors get one and the same answer, out of a cache' : null;
};

/** Whether both are one answer: Kith names each by an id of its own. */
export const isSameAnswer = (one: Reply, other: Reply): boolean =>
  requestIdOf(one) !== null && requestIdOf(one) === requestIdOf(other);

const saysSo = (reply: Reply): boolean =>
  reply.kind === 'answered' &&
  // Some proxies say `Age: 0` of every answer, kept or not.
  (Number(reply.headers.age ?? 0) > 0 ||
    /\bhit\b/i.test(String(reply.headers['x-cache'] ?? reply.headers['cf-cache-status'] ?? '')));

/** Where ids do not arrive, nobody's answers tell: each names another umid, but for whom the network identifies. */
const isSameTwice = ({ visit, script, repeats }: Seen): boolean => {
  const ids = [visit, script, ...repeats].map(requestIdOf);
  return hasDouble(ids.some((id) => id !== null) ? ids : [visit, ...repeats].map(umidOf));
};

const hasDouble = (values: readonly (string | null)[]): boolean => {
  const known = values.filter((value) => value !== null);
  return new Set(known).size < known.length;
};

const requestIdOf = (reply: Reply): string | null =>
  reply.kind === 'answered' ? String(reply.headers['x-request-id'] ?? '') || null : null;

const umidOf = (reply: Reply): string | null => (reply.kind === 'answered' ? umidIn(reply) : null);

const umidIn = ({ text }: Answered): string | null => (spokenIn(text) ?? spokenInScript(text))?.umid ?? null;
