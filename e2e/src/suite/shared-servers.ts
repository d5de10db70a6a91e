import { startOwnServers, type OwnServers } from './own-servers.ts';

type Flags = NonNullable<Parameters<typeof startOwnServers>[0]>;
type Shared = { readonly servers: OwnServers; readonly isWell: () => boolean };

/** Those that nobody uses now, by their flags: suites that one process runs one after the other start them once. */
const idle = new Map<string, Shared>();

/**
 * A MongoDB, a Kafka and a Redis with nothing in them: those that a suite before this one has given back (`stop`), else
 * new ones. They end with this process. Whoever hurts them heals them; those that are given back hurt are not used again.
 */
export const takeServers = async (flags: Flags = []): Promise<OwnServers> => {
  const kind = flags.join(' ');
  const shared = (await takeIdle(kind)) ?? watched(await startOwnServers(flags));
  return {
    ...shared.servers,
    stop: async () => {
      if (shared.isWell() && !idle.has(kind)) idle.set(kind, shared);
      else await shared.servers.stop();
    },
  };
};

const takeIdle = async (kind: string): Promise<Shared | undefined> => {
  const taken = idle.get(kind);
  idle.delete(kind);
  try {
    await taken?.servers.clear();
    return taken;
  } catch {
    await taken?.servers.stop();
    return undefined;
  }
};

/** Keeps in mind what was done to them and is not undone. */
const watched = (servers: OwnServers): Shared => {
  const hurt = new Set<string>();
  const hurting =
    <Name extends string>(act: (name: Name) => Promise<void>) =>
    (name: Name): Promise<void> => {
      hurt.add(name);
      return act(name);
    };
  const healing =
    <Name extends string>(act: (name: Name) => Promise<void>) =>
    async (name: Name): Promise<void> => {
      await act(name);
      hurt.delete(name);
    };
  const { kill, pause, cut, slow, restart, resume, mend } = servers;
  return {
    isWell: () => hurt.size === 0,
    servers: {
      ...servers,
      ...{ kill: hurting(kill), pause: hurting(pause), cut: hurting(cut), slow: hurting(slow) },
      ...{ restart: healing(restart), resume: healing(resume), mend: healing(mend) },
    },
  };
};
