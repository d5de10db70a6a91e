import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../kit/http.ts';
import type { Replica } from '../faults/replica.ts';

/** A load balancer in front of replicas, as plain as can be: it asks `/readyz`, and repeats nothing. */
export type Balancer = {
  readonly url: string;
  /** Waits until somebody is ready. */
  readonly serves: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How often each replica is asked, in milliseconds. */
const PROBE_MS = 100;
/** A replica serves for so long after a probe that found it ready was sent: less than it is told to take requests for. */
export const BELIEVED_MS = 1_000;
/** How often a request looks whether somebody is ready by now. */
const LOOK_MS = 10;

/** With connections to the replicas that are kept between requests, or a new one for each. */
export const openBalancer = async (
  replicas: readonly Replica[],
  connections: 'kept' | 'new',
): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: connections === 'kept' });
  const probes = startProbes(replicas);
  const server = createServer((incoming, outgoing) => {
    void probes.next().then((replica) => forward(agent, replica, incoming, outgoing));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serves: async () => {
      await probes.next();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await probes.stop();
      agent.destroy();
    },
  };
};

/** What breaks is a 502: the visitor would see it. */
const forward = (
  agent: Agent,
  { port }: Replica,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  const { method, url, headers } = incoming;
  const { connection: _, ...passed } = headers;
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers: passed, agent });
  inner.on('response', (answer) => {
    const { connection: _own, 'keep-alive': _too, ...told } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, told);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  inner.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(String(error));
  });
  incoming.pipe(inner);
};

type Probes = {
  /** The next one in turn of those that are ready, as soon as there is one. */
  readonly next: () => Promise<Replica>;
  readonly stop: () => Promise<void>;
};

const startProbes = (replicas: readonly Replica[]): Probes => {
  const readyAt = new Map<Replica, number>();
  const isReady = (replica: Replica): boolean =>
    performance.now() - (readyAt.get(replica) ?? -Infinity) < BELIEVED_MS;
  let isStopped = false;
  let turn = 0;
  const probe = async (replica: Replica): Promise<void> => {
    while (!isStopped) {
      const askedAt = performance.now();
      const answer = await send(replica.managementUrl, '/readyz').catch(() => null);
      readyAt.set(replica, answer?.status === 200 ? askedAt : -Infinity);
      await pause(PROBE_MS);
    }
  };
  const probing = Promise.all(replicas.map(probe));
  return {
    next: async () => {
      for (;;) {
        const ready = replicas.filter(isReady);
        if (ready.length > 0) return ready[(turn += 1) % ready.length]!;
        await pause(LOOK_MS);
      }
    },
    stop: async () => {
      isStopped = true;
      await probing;
    },
  };
};
