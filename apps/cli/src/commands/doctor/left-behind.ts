import { keptWords } from './checks/kept-answers.ts';
import { spokenIn } from './observing/spoken.ts';
import { spokenInScript } from './checks/check-script.ts';
import type { Reply } from './observing/ask.ts';
import type { Observation } from './observing/observation.ts';
import { isTakenAway, umdidCookiesOf } from './observing/set-cookie.ts';

/**
 * The umids of the visitors that the examination may have left behind; null where a cache answered, as its umids may be
 * other people's. Nothing is kept before the permission of `cookie.requires`, nor, where a reset alone brings a cookie,
 * of the first visit (`bots: drop`).
 */
export const leftBehind = (seen: Observation): readonly string[] | null => {
  if (keptWords(seen) !== null) return null;
  const { visit, reset, script, repeats, foreign } = seen;
  const [cookie] = umdidCookiesOf(reset);
  if (cookie !== undefined && isTakenAway(cookie)) return [];
  const kept = [...(cookie === undefined ? [visit] : []), reset, script, ...repeats, foreign];
  return [...new Set(kept.flatMap(umidsOf))];
};

const umidsOf = (reply: Reply | null): readonly string[] => {
  if (reply?.kind !== 'answered') return [];
  const spoken = spokenIn(reply.text) ?? spokenInScript(reply.text);
  return spoken === null ? [] : [spoken.umid];
};
