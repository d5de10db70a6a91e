/** How a check ended; `none` where it means nothing at this address, as encryption on localhost. */
export type Verdict = 'ok' | 'warn' | 'fail' | 'none';

/** The result of one check of the doctor. */
export interface Finding {
  /** The name of the check, one word. */
  readonly check: string;
  readonly verdict: Verdict;
  /** The result, as a sentence. */
  readonly told: string;
  /** How to mend it, a sentence; with `warn` and `fail` only. */
  readonly mend?: string;
}

/** Makes the findings of one check. */
export interface Findings {
  ok(told: string): Finding;
  none(told: string): Finding;
  warn(told: string, mend: string): Finding;
  fail(told: string, mend: string): Finding;
}

/** The findings of the check of that name. */
export const findingsOf = (check: string): Findings => ({
  ok: (told) => ({ check, verdict: 'ok', told }),
  none: (told) => ({ check, verdict: 'none', told }),
  warn: (told, mend) => ({ check, verdict: 'warn', told, mend }),
  fail: (told, mend) => ({ check, verdict: 'fail', told, mend }),
});
