/** Where a code is met: in problem answers, in GraphQL's `extensions.code`, in OAuth's `error`, in `--json` of commands. */
export type ProblemPlace = 'edge' | 'calls' | 'graphql' | 'oauth' | 'commands';

/** What a code stands for. The texts are Markdown of one line, with no marks but backticks. */
export interface ProblemEntry {
  /** The status of the answer; null where there is none, as of a command. */
  readonly status: number | null;
  /** Whether the same, sent again later, may succeed. */
  readonly retryable: boolean;
  readonly at: readonly ProblemPlace[];
  readonly means: string;
  /** What the caller should do. */
  readonly remedy: string;
}
