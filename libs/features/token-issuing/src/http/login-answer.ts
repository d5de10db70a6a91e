import type { TokenFetched } from '../login/fetch-offline-token.ts';

/** How the form is shown again after a try that did not succeed. */
export interface LoginAnswer {
  readonly status: number;
  readonly problem: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A try that did not succeed. */
export type NoLogin = Exclude<TokenFetched, { kind: 'issued' }>;

/** The answer to a try that did not succeed; the same for a wrong password and a user who does not exist. */
export const loginAnswer = (outcome: NoLogin): LoginAnswer => {
  switch (outcome.kind) {
    case 'refused':
      return {
        status: 401,
        problem: 'The user name or the password is wrong.',
        // A 401 must name a scheme (RFC 9110 section 15.5.2); browsers show the page for one they do not know.
        headers: { 'WWW-Authenticate': 'Form' },
      };
    case 'tooManyTries':
      return retryLater(429, outcome.waitMs, 'There were too many tries.');
    case 'busy':
      return retryLater(503, outcome.waitMs, 'Too many people are logging in at the moment.');
  }
};

const retryLater = (status: number, waitMs: number, why: string): LoginAnswer => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    status,
    problem: `${why} Please try again in ${inWords(seconds)}.`,
    headers: { 'Retry-After': String(seconds) },
  };
};

const inWords = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
