import { Agent } from 'node:http';
import type { Received } from '../kit/conforming.ts';
import { sendOver, type Sent } from '../kit/http.ts';

/** One request of a crowd. */
export type Request = Sent & { readonly url: string; readonly path: string };

/** Sends all of them at once, each over a connection of its own. */
export const allAtOnce = async (requests: readonly Request[]): Promise<readonly Received[]> =>
  withConnections((agent) =>
    Promise.all(requests.map(({ url, path, ...sent }) => sendOver(agent, url, path, sent))),
  );

/** Lets so many clients send one request after the other, for so long; answers with all that came back. */
export const crowd = async (
  clients: number,
  forMs: number,
  next: () => Request,
): Promise<readonly Received[]> =>
  withConnections(async (agent) => {
    const answers: Received[] = [];
    const end = performance.now() + forMs;
    const ask = async (): Promise<void> => {
      while (performance.now() < end) {
        const { url, path, ...sent } = next();
        answers.push(await sendOver(agent, url, path, sent));
      }
    };
    await Promise.all(Array.from({ length: clients }, ask));
    return answers;
  });

const withConnections = async <T>(work: (agent: Agent) => Promise<T>): Promise<T> => {
  const agent = new Agent({ keepAlive: true });
  try {
    return await work(agent);
  } finally {
    agent.destroy();
  }
};
