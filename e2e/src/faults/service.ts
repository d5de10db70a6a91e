import { createReplica, type Replica, type ReplicaEnvironment, type ReplicatedApp } from './replica.ts';
import type { Random } from '@kith/testing/random';
import { openServiceFront, type ServiceFront } from './service-front.ts';
import { within } from './within.ts';

/** Replicas of an app behind one address. */
export type Service = {
  readonly url: string;
  readonly replicas: readonly Replica[];
  /**
   * Kills one of those that are up with SIGKILL, as soon as more are up than are to be spared, and begins to start it
   * again. It is one that has connections where there is such a one.
   */
  readonly killOne: (random: Random, spared: number) => Promise<Kill>;
  /** Waits until all are up. */
  readonly whole: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** In which state of the service a replica was killed. */
export type Kill = {
  readonly connections: number;
  /** How many others were still starting after a kill before. */
  readonly restarting: number;
};

/** How long it may take until enough are up, in milliseconds: more than one start may. */
const UP_MS = 150_000;

/** Starts so many, all at once, and answers when they are ready. */
export const startService = async (
  app: ReplicatedApp,
  count: number,
  env: ReplicaEnvironment,
): Promise<Service> => {
  const front = await openServiceFront();
  const replicas = await Promise.all(Array.from({ length: count }, () => createReplica(app, env)));
  const presence = createPresence(app, front);
  const stop = async (): Promise<void> => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    front.close();
  };
  for (const replica of replicas) presence.begin(replica);
  const service = { url: front.url, replicas, ...doing(replicas, presence, front), stop };
  try {
    await service.whole();
  } catch (error) {
    await stop();
    throw error;
  }
  return service;
};

const doing = (
  replicas: readonly Replica[],
  presence: Presence,
  front: ServiceFront,
): Pick<Service, 'killOne' | 'whole'> => ({
  killOne: async (random, spared) => {
    const up = await presence.atLeast(spared + 1);
    const inUse = up.filter(({ port }) => front.connectionsTo(port) > 0);
    const choice = inUse.length > 0 ? inUse : up;
    const victim = choice[random(choice.length) - 1]!;
    const kill = {
      connections: front.connectionsTo(victim.port),
      restarting: replicas.length - up.length,
    };
    presence.leave(victim);
    await victim.kill();
    presence.begin(victim);
    return kill;
  },
  whole: async () => {
    await presence.atLeast(replicas.length);
  },
});

/** Who is up. */
type Presence = {
  /** Starts it, and takes it in when it is ready. */
  readonly begin: (replica: Replica) => void;
  readonly leave: (replica: Replica) => void;
  /** Waits until so many are up; ends at once with the failure of a start. */
  readonly atLeast: (count: number) => Promise<readonly Replica[]>;
};

const createPresence = (app: ReplicatedApp, front: ServiceFront): Presence => {
  const up = new Set<Replica>();
  const starting = new Map<Replica, Promise<void>>();
  const enough = async (count: number): Promise<readonly Replica[]> => {
    while (up.size < count) await Promise.race(starting.values());
    return [...up];
  };
  const takeIn = (replica: Replica): void => {
    starting.delete(replica);
    up.add(replica);
    front.join(replica.port);
  };
  return {
    begin: (replica) => {
      const started = replica.start().then(() => takeIn(replica));
      // Told to whoever waits for it; nobody may.
      started.catch(() => undefined);
      starting.set(replica, started);
    },
    leave: (replica) => {
      front.leave(replica.port);
      up.delete(replica);
    },
    atLeast: (count) => within(UP_MS, `${count} of the replicas of ${app} to be up`, enough(count)),
  };
};
