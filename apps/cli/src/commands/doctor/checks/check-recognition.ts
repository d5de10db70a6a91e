import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { umdidPairOf } from '../observing/set-cookie.ts';
import { spokenIn } from '../observing/spoken.ts';
import { spokenInScript } from './check-script.ts';
import { keptWords } from './kept-answers.ts';

const { ok, none, fail } = findingsOf('recognition');

/** The visitor who comes again with the cookie is the same. */
export const checkRecognition = (
  seen: Pick<Observation, 'visit' | 'reset' | 'script' | 'repeats'>,
): readonly Finding[] => {
  const { visit, reset, script } = seen;
  const met = [visit, reset].find((reply) => umdidPairOf(reply) !== null);
  if (met?.kind !== 'answered' || script.kind === 'failed') return [none('no visitor to come again')];
  if (keptWords(seen) !== null) return [none('a cache answers, so nobody knows whom Kith would recognise')];
  const [first, again] = [spokenIn(met.text), spokenInScript(script.text)];
  if (first !== null && first.umid === again?.umid) return [ok('who comes again is recognised')];
  return [
    fail(
      'who comes again with the cookie is taken for another visitor',
      'let the proxy in front pass Cookie on, and see that all edges have the same `umid` secret',
    ),
  ];
};
