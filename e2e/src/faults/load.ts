import { createPersistentDevice, visitOf, type PersistentDevice } from './persistent-device.ts';

/** Many devices that send one request after the other until they are told to stop. */
export type Load = {
  readonly devices: readonly PersistentDevice[];
  /** Waits until so many more requests have been acknowledged. */
  readonly acknowledge: (count: number) => Promise<void>;
  /** Waits until so many more requests have been answered with a failure, or not at all. */
  readonly refuse: (count: number) => Promise<void>;
  /** How often each status was answered; `broken` stands for a broken connection. */
  readonly outcomes: () => Readonly<Record<string, number>>;
  /** Ends when every device's last request has been acknowledged. */
  readonly stop: () => Promise<void>;
};

type Waiting = { readonly isGood: boolean; left: number; readonly resolve: () => void };

export const startLoad = (baseUrl: string, names: readonly string[]): Load => {
  const outcomes: Record<string, number> = {};
  const waiting = new Set<Waiting>();
  let stopping = false;
  const onOutcome = (status: number | null): void => {
    const name = String(status ?? 'broken');
    outcomes[name] = (outcomes[name] ?? 0) + 1;
    for (const one of waiting) {
      if (one.isGood !== (status === 200)) continue;
      one.left -= 1;
      if (one.left > 0) continue;
      waiting.delete(one);
      one.resolve();
    }
  };
  const devices = names.map((name) => createPersistentDevice(baseUrl, name, onOutcome));
  const visit = async (device: PersistentDevice): Promise<void> => {
    for (const step of visitOf(device.name)) {
      if (stopping) return;
      await device.send(step);
    }
  };
  const ended = Promise.all(devices.map(visit));
  // A device that meets what no outage explains ends the wait of everybody.
  const until = (isGood: boolean) => (left: number) =>
    Promise.race([
      ended.then(() => undefined),
      new Promise<void>((resolve) => waiting.add({ isGood, left, resolve })),
    ]);
  return {
    devices,
    acknowledge: until(true),
    refuse: until(false),
    outcomes: () => outcomes,
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
};
