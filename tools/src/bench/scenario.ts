import type { BenchRequest } from './bench-request.ts';

/** A variable of the environment that names a server. */
export type ServerVariable = 'MONGODB_URI' | 'KAFKA_BROKERS' | 'REDIS_URL';

/** A process that takes part in what is measured. */
export interface Part {
  readonly name: string;
  readonly pid: number;
}

export interface Requests {
  readonly requests: readonly BenchRequest[];
  /** Each can be sent once only, as its effect cannot be repeated. */
  readonly once: boolean;
}

export interface Demand {
  /** How many are wanted of those that can be sent once. */
  readonly count: number;
  /** So many imported customers there are, of whom known ones are to be drawn; 0: they are made. */
  readonly population: number;
}

/** What is measured, as it runs. */
export interface Subject {
  readonly url: string;
  /** The processes whose CPU and memory count. */
  readonly parts: readonly Part[];
  /** Processes that are shown apart, and have to finish what the load left them before the next measurement. */
  readonly others: readonly Part[];
  /** What the load sends; may speak to the subject first, for example to become known to it. */
  requests(demand: Demand): Promise<Requests>;
  /** Imports customers until there are so many. */
  populate?(customers: number): Promise<void>;
  stop(): Promise<void>;
}

/** Requests that are sent again and again, in turns. */
export const repeated = (requests: readonly BenchRequest[]): Requests => ({ requests, once: false });

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
