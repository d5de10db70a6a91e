import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures depend on; no name of a host, no path. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGiB: number;
  readonly node: string;
  /** Processes that wanted to run, on average over the minute before. */
  readonly loadBefore: number;
}

export const machine = (): Machine => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  loadBefore: loadavg()[0] ?? 0,
});
