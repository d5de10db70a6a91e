/**
 * Members that only the tag itself uses, which the build shortens. None of them may be the name of a member of the
 * browser's objects that the tag uses, of the settings, of the wire, or of a call. The short names are those with which
 * the script compresses best: any others would do.
 */
export const INTERNAL_NAMES: Readonly<Record<string, string>> = {
  named: 'W',
  asked: 'C',
};

/** What functions of the tag share beside its settings. */
export const SHARED_NAMES = [
  'base',
  'isUntracked',
  'decided',
  'jobs',
  'held',
  'collectors',
  'teller',
  'identified',
  'lastPage',
  'hasAsked',
  'underway',
  'isReady',
  'sentAt',
  'failures',
  'restingFor',
  'timer',
  'flush',
];

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
