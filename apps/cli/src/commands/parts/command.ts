import type { ProblemCode } from '@kith/contracts';
import type { Connections } from '../../connections/connections.ts';
import type { Terminal } from '../../terminal.ts';

/** A command that did not end as it was asked. */
export interface FailedOutcome {
  readonly kind: 'failed';
  /** What programs tell it by, where they asked for JSON. */
  readonly code: ProblemCode;
  readonly data?: string;
  readonly message: string;
}

/** How a command ended: with data for standard output, with something to tell, or not as it was asked. */
export type Outcome =
  { readonly kind: 'done'; readonly data?: string; readonly message?: string } | FailedOutcome;

/** Whom commands ask, and where they tell of it. */
export interface RunDeps {
  readonly connections: Connections;
  readonly terminal: Terminal;
}

/** Runs the work of a command and reports its outcome. */
export type Act = (work: () => Promise<Outcome>) => Promise<void>;

/** The same, with what runs the work of a command. */
export interface CommandDeps extends RunDeps {
  readonly act: Act;
}

/** How long the work of a command may take once it has its data, in milliseconds. */
export const COMMAND_MS = 30_000;
