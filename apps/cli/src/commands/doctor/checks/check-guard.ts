import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { KEPT_OUT } from './check-caching.ts';
import { isSameAnswer } from './kept-answers.ts';

const { ok, fail } = findingsOf('guard');

/** A page of another site is refused: the cookie goes with every request, whoever's page makes it. */
export const checkGuard = ({
  visit,
  foreign,
}: Pick<Observation, 'visit' | 'foreign'>): readonly Finding[] => {
  if (foreign.kind === 'answered' && foreign.status === 403)
    return [ok('a page of another site is refused with 403')];
  if (isSameAnswer(visit, foreign)) {
    return [fail('a page of another site gets an answer that a cache has kept, not 403', KEPT_OUT)];
  }
  const got = foreign.kind === 'failed' ? 'no answer' : `status ${foreign.status}`;
  return [
    fail(
      `a page of another site gets ${got}, not 403`,
      'let the proxy in front pass Origin, Referer and Sec-Fetch-Site on, and never answer in the place of Kith',
    ),
  ];
};
