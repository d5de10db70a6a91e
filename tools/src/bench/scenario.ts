import type { BenchRequest } from './bench-request.ts';

/** A variable of the environment that names a server. */
export type ServerVariable = 'MONGODB_URI' | 'KAFKA_BROKERS' | 'REDIS_URL';

/** What is measured, as it runs. */
export interface Subject {
  readonly url: string;
  /** The processes whose CPU and memory count. */
  readonly pids: readonly number[];
  /** Processes that are not counted, but have to finish what the load left them before the next measurement. */
  readonly others: readonly number[];
  /** What the load sends, in turns; may speak to the subject first, for example to become known to it. */
  requests(): Promise<readonly BenchRequest[]>;
  stop(): Promise<void>;
}

/** How subjects are started. */
export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Options of Node itself, for example those of its profiler. */
  readonly nodeOptions: readonly string[];
}

/** One row of the table. */
export interface Scenario {
  readonly name: string;
  /** Without them in the environment the scenario is left out. */
  readonly needs: readonly ServerVariable[];
  start(options: StartOptions): Promise<Subject>;
}

/** What every ratio is taken to. */
export const BASELINE = 'reference: bare node:http';
