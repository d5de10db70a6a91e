import type { Finding, Verdict } from './finding.ts';
import { spokenIn } from './checks/check-answer.ts';
import type { Observation } from './observation.ts';
import type { Subject } from './subject.ts';

/** What `kith doctor` tells. */
export interface Report {
  readonly endpoint: string;
  readonly pipeline: string;
  readonly site: string;
  readonly findings: readonly Finding[];
  /** The umid of the visitor that the examination was; null where there was none. */
  readonly visitor: string | null;
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
  visitor: (seen === null ? null : spokenIn(seen.visit.text)?.umid) ?? null,
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
    ...(report.visitor === null ? [] : [LEFT(report.visitor)]),
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

const LEFT = (umid: string): string =>
  `Left behind: one anonymous visit without page views or identifiers (umid ${umid}), which expires like any other.`;
