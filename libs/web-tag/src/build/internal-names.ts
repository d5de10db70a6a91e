/**
 * Members that only the tag itself uses, which the build shortens. None of them may be the name of a member of the
 * browser's objects that the tag uses, of the settings, of the wire, or of a call. The short names are those with which
 * the script compresses best: any others would do.
 */
export const INTERNAL_NAMES: Readonly<Record<string, string>> = {
  base: 'f',
  isUntracked: 'B',
  decided: 'x',
  jobs: 'F',
  held: 'H',
  collectors: 'P',
  tellers: 'I',
  identified: 'G',
  named: 'W',
  asked: 'C',
  lastPage: 'Y',
  hasAsked: 'Z',
  underway: 'g',
  isReady: 'R',
  failures: 'E',
  restingFor: 'M',
  timer: 'y',
  flush: 'X',
};

/** Members of what one page stores and the next reads, maybe with another build: each has its own short name for good. */
export const STORED_NAMES: Readonly<Record<string, string>> = {
  visit: 'v',
  known: 'k',
  told: 't',
  elements: 'e',
  isReset: 'r',
  isTried: 'd',
  isSettled: 's',
  waiting: 'w',
  bytes: 'b',
  decision: 'p',
  notices: 'n',
  isSeen: 'a',
  sentAt: 'i',
};
