import { findingsOf } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation.ts';
import { umdidPairOf } from '../set-cookie.ts';
import { spokenIn } from './check-answer.ts';

const { ok, none, fail } = findingsOf('recognition');

/** The assignment that `out=js` answers with. */
const ASSIGNMENT = /^var fcData = (.*);$/s;

/** What a script's answer says. */
export const spokenInScript = (text: string): ReturnType<typeof spokenIn> =>
  spokenIn(ASSIGNMENT.exec(text)?.[1] ?? '');

/** The visitor who comes again with the cookie is the same. */
export const checkRecognition = ({
  visit,
  script,
}: Pick<Observation, 'visit' | 'script'>): readonly Finding[] => {
  if (umdidPairOf(visit.headers) === null || script.kind === 'failed')
    return [none('no visitor to come again')];
  const [first, again] = [spokenIn(visit.text), spokenInScript(script.text)];
  if (first !== null && first.umid === again?.umid) return [ok('who comes again is recognised')];
  return [
    fail(
      'who comes again with the cookie is taken for another visitor',
      'let the proxy in front pass Cookie on, and see that all edges have the same `umid` secret',
    ),
  ];
};
