import type { Finding } from './checks/finding.ts';
import type { Observation } from './observing/observation.ts';
import { checkAnswer } from './checks/check-answer.ts';
import { checkCaching } from './checks/check-caching.ts';
import { checkClock } from './checks/check-clock.ts';
import { checkCookie } from './checks/check-cookie.ts';
import { checkCors } from './checks/check-cors.ts';
import { checkDns } from './checks/check-dns.ts';
import { checkGuard } from './checks/check-guard.ts';
import { checkNotFound } from './checks/check-not-found.ts';
import { checkRecognition } from './checks/check-recognition.ts';
import { checkScript } from './checks/check-script.ts';
import { checkSite } from './checks/check-site.ts';
import { checkSpeed } from './checks/check-speed.ts';
import { checkTag } from './checks/check-tag.ts';
import { checkTls } from './checks/check-tls.ts';

type Check = (seen: Observation) => readonly Finding[];

const OF_THE_HOST: readonly Check[] = [checkSite, checkDns, checkTls];
const OF_THE_ANSWERS: readonly Check[] = [
  ...[checkCookie, checkRecognition, checkScript, checkCors, checkGuard, checkCaching, checkNotFound],
  ...[checkTag, checkClock, checkSpeed],
];

/** Judges what was seen. Where a first visit is not answered, nothing that follows from its answer is judged. */
export const examine = (seen: Observation): readonly Finding[] => {
  const host = OF_THE_HOST.flatMap((check) => check(seen));
  const answer = checkAnswer(seen);
  if (answer.some(({ verdict }) => verdict === 'fail')) return [...host, ...answer];
  return [...host, ...answer, ...OF_THE_ANSWERS.flatMap((check) => check(seen))];
};
