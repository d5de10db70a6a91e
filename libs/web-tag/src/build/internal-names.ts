/**
 * Members that only the tag itself uses, which the build shortens. None of them may be the name of a member of the
 * browser's objects that the tag uses, of the settings, of the wire, or of a call.
 */
export const INTERNAL_NAMES: readonly string[] = [
  ...[
    'base',
    'settings',
    'isUntracked',
    'decided',
    'jobs',
    'held',
    'collectors',
    'tellers',
    'identified',
    'named',
    'asked',
    'lastPage',
    'hasAsked',
  ],
  ...['underway', 'isReady', 'failures', 'pausedUntil', 'due', 'timer', 'flush'],
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
};
