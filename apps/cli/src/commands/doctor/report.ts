import { spokenInScript } from './checks/check-script.ts';
import type { Finding, Verdict } from './checks/finding.ts';
import { keptWords } from './checks/kept-answers.ts';
import type { Reply } from './observing/ask.ts';
import type { Observation } from './observing/observation.ts';
import { isTakenAway, umdidCookiesOf } from './observing/set-cookie.ts';
import { spokenIn } from './observing/spoken.ts';
import type { Subject } from './observing/subject.ts';

/** What `kith doctor` tells. */
export interface Report {
  readonly endpoint: string;
  readonly pipeline: string;
  readonly site: string;
  readonly findings: readonly Finding[];
  /** The umids of the visitors that the examination left behind, at most; null where nobody can tell. */
  readonly visitors: readonly string[] | null;
}

/** The report of an examination; `seen` is null where nothing answered. */
export const reportOf = (
  { endpoint, pipeline, site }: Subject,
  findings: readonly Finding[],
  seen: Observation | null,
): Report => ({
  endpoint: endpoint.href,
  pipeline,
  site,
  findings,
  visitors: seen === null ? null : leftBehind(seen),
});

/** Whether something has to be mended before visitors come. */
export const hasFailed = ({ findings }: Report): boolean =>
  findings.some(({ verdict }) => verdict === 'fail');

/** The report for a person to read. */
export const reportText = (report: Report): string =>
  [
    `${report.endpoint}, for pages of ${report.site}`,
    '',
    ...report.findings.flatMap(linesOf),
    '',
    summary(report),
    leftWords(report.visitors),
  ].join('\n');

const WORDS: Readonly<Record<Verdict, string>> = { ok: 'ok', warn: 'warn', fail: 'FAIL', none: '-' };

const linesOf = ({ check, verdict, told, mend }: Finding): readonly string[] => [
  `${WORDS[verdict].padEnd(6)}${check.padEnd(13)}${told}.`,
  ...(mend === undefined ? [] : [`${''.padEnd(19)}Mend: ${mend}.`]),
];

const summary = ({ findings }: Report): string => {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length;
  return `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend, ${count('none')} not applicable.`;
};

const leftWords = (visitors: Report['visitors']): string => {
  if (visitors === null) return 'Left behind: an anonymous visit or two at most; the answers do not tell.';
  if (visitors.length === 0) return 'Left behind: nothing.';
  const umids = visitors.join(', ');
  return visitors.length === 1
    ? `Left behind: one anonymous visit without page views or identifiers (umid ${umids}), which expires like any other.`
    : `Left behind: at most ${visitors.length} anonymous visits without page views or identifiers (umids ${umids}), which expire like any other.`;
};

/**
 * The umids of the visitors that the examination may have left behind; null where a cache answered, as its umids may be
 * other people's. Nothing is kept before the permission of `cookie.requires`, nor, where a reset alone brings a cookie,
 * of the first visit (`bots: drop`).
 */
const leftBehind = (seen: Observation): readonly string[] | null => {
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
