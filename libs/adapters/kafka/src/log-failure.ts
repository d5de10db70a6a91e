/** Where a failure happened that the log gets over by itself. */
export interface LogFailure {
  /** `*` where all topics are concerned. */
  readonly topic: string;
  /** The group of the subscriber; `append` where records could not be appended. */
  readonly group: string;
  /** Failures in a row. */
  readonly attempt: number;
}

/** Told of every such failure. */
export type OnLogFailure = (error: unknown, failure: LogFailure) => void;
