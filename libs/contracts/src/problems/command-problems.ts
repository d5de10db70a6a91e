import type { ProblemEntry } from './problem-entry.ts';

/** The codes that commands alone have: they end without a status. */
export const COMMAND_PROBLEMS = {
  unfit_value: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'A value that was given cannot be what it should be: a user name, a password, an identifier.',
    remedy: 'Correct the value; the sentence beside the code says what it may be.',
  },
  unknown_user: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'The account has no user of this name.',
    remedy: 'See `kith user list`.',
  },
  user_exists: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'There is a user of this name already, in this account or another.',
    remedy: 'Choose another name, or change the password of the one that there is.',
  },
  unknown_person: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'Nobody of the account has this identifier.',
    remedy: 'Compare name and value; who was erased or merged away long ago is not found.',
  },
  unknown_name: {
    status: null,
    retryable: false,
    at: ['commands'],
    means:
      'Something else that was named is not there: a destination, segment, permission or identifier of the configuration, a key, a dead letter, a umid.',
    remedy: 'List what there is (`kith keys list`, `kith dead-letters list`, `kith destinations list`).',
  },
  ambiguous_name: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'Several accounts have a destination of this name.',
    remedy: 'Give `--account`.',
  },
  key_in_use: {
    status: null,
    retryable: true,
    at: ['commands'],
    means: 'The key signs access tokens, or may still until shortly after the next has begun.',
    remedy: 'Give `kith keys rotate --at-once` first, and repeat the command a minute later.',
  },
  nothing_to_undo: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'The profile has absorbed nobody, or so long ago that it is no longer known how to undo it.',
    remedy: 'Nothing: the profiles stay one.',
  },
  undo_another_first: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'Another merge of the profile came later.',
    remedy: 'Undo that one first; the sentence beside the code names it.',
  },
  chain_broken: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'Entries of the consent history or of the audit trail are not as they were written.',
    remedy:
      'Find out who changed them: `kith consent verify` and `kith audit verify` name the first that does not hold.',
  },
  checks_failed: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: '`kith doctor` found what keeps visitors from being recognised as they should be.',
    remedy: 'Mend what it names, and look again.',
  },
  partly_done: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'Some of what was asked for was refused or could not be found out; the rest is done.',
    remedy: 'See which, and why, in what the command printed.',
  },
  unfinished: {
    status: null,
    retryable: true,
    at: ['commands'],
    means: 'The work was interrupted, or goes on without the command.',
    remedy: 'Give the same command again: it goes on where it was, and does nothing twice.',
  },
  bad_configuration: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'A setting, or the file that `CONFIG_FILE` names, is at fault, or leads to no data.',
    remedy: 'Correct what the sentence beside the code names.',
  },
  unavailable: {
    status: null,
    retryable: true,
    at: ['commands'],
    means:
      'A store, the log, the resolver or the app that runs on the data did not answer in time, or not at all.',
    remedy: 'Repeat the command when it answers again; where it changes something, see first whether it has.',
  },
  command_failed: {
    status: null,
    retryable: false,
    at: ['commands'],
    means: 'The command failed by something that has no code of its own.',
    remedy: 'Read the sentence beside the code; give it to whoever maintains Kith where it does not help.',
  },
} as const satisfies Readonly<Record<string, ProblemEntry>>;
