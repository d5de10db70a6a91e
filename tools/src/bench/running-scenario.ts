import type { BenchRequest } from './bench-request.ts';
import type { Requests, Scenario, StartOptions, Subject } from './scenario.ts';

/** A scenario that stands ready for load. */
export interface RunningScenario {
  readonly name: string;
  readonly subject: Subject;
  readonly requests: Requests;
}

/** As many as show that a scenario works. */
export const PROBED = { count: 1, population: 0 };

/** Starts a scenario and sees that each of its first requests is answered well. */
export const startScenario = async (scenario: Scenario, options: StartOptions): Promise<RunningScenario> => {
  const subject = await scenario.start(options);
  try {
    const requests = await subject.requests(PROBED);
    await probe(subject.url, requests.requests[0]!);
    return { name: scenario.name, subject, requests };
  } catch (error) {
    await subject.stop();
    throw error;
  }
};

const probe = async (url: string, { method, path, headers, body }: BenchRequest): Promise<void> => {
  const answer = await fetch(`${url}${path}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
};
