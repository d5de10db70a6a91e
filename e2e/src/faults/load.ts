import { setTimeout as pause } from 'node:timers/promises';
import { createCount } from '@kith/testing';
import type { Step } from '../kill/visit-stream.ts';
import { createPersistentDevice, visitOf, type PersistentDevice } from './persistent-device.ts';
import { within } from './within.ts';

/**
 * Many devices that send one request after the other until they are told to stop: without a pause while a test waits for
 * what becomes of them, and at rest while it waits for something else, such as the start of what it killed.
 */
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

/** What the devices do; what is left out has its default. */
export type LoadOptions = {
  /** What one device sends: page views, a login and consent. */
  readonly visit?: (name: string) => Iterable<Step>;
  /** How long a device looks at a page while a test waits for its requests, in milliseconds: not at all. */
  readonly paceMs?: number;
  /** After which time a request that is not answered hangs, in milliseconds. */
  readonly answerMs?: number;
};

/** How long a device looks at a page while nobody waits for its requests, in milliseconds. */
const REST_MS = 100;
/** How long the last request of a device may go unacknowledged, in milliseconds. */
const END_MS = 150_000;

/** `signal` ends it at once, whatever its devices wait for. */
export const startLoad = (
  baseUrl: string,
  names: readonly string[],
  signal: AbortSignal,
  { visit = visitOf, paceMs = 0, answerMs }: LoadOptions = {},
): Load => {
  const outcomes: Record<string, number> = {};
  const [good, bad] = [createCount(), createCount()];
  let [stopping, waiting] = [false, 0];
  const onOutcome = (status: number | null): void => {
    const name = String(status ?? 'broken');
    outcomes[name] = (outcomes[name] ?? 0) + 1;
    (status === 200 ? good : bad).add();
  };
  const devices = names.map((name) => createPersistentDevice(baseUrl, name, { onOutcome, signal, answerMs }));
  const live = async (device: PersistentDevice): Promise<void> => {
    for (const step of visit(device.name)) {
      if (stopping) return;
      await device.send(step);
      const lookMs = waiting > 0 ? paceMs : Math.max(paceMs, REST_MS);
      if (lookMs > 0) await pause(lookMs, undefined, { signal });
    }
  };
  const ended = Promise.all(devices.map(live)).then(() => undefined);
  // Whoever waits for it is told; a test that has failed already waits for nothing.
  ended.catch(() => undefined);
  // A device that meets what no outage explains ends the wait of everybody.
  const unlessEnded = (enough: Promise<void>): Promise<void> =>
    Promise.race([ended, enough]).catch((cause: unknown) => {
      throw new Error(`${String(cause)}; ${toldOf(devices, outcomes)}`, { cause });
    });
  const hurried = (enough: Promise<void>): Promise<void> => {
    waiting += 1;
    return unlessEnded(enough).finally(() => (waiting -= 1));
  };
  return {
    devices,
    acknowledge: (count) => hurried(good.more(count, 'requests acknowledged')),
    refuse: (count) => hurried(bad.more(count, 'requests refused')),
    outcomes: () => outcomes,
    stop: () => {
      stopping = true;
      return unlessEnded(within(END_MS, "every device's last request to be acknowledged", ended));
    },
  };
};

/** What came of everything, and which request was refused last with which answer, of every device. */
const toldOf = (devices: readonly PersistentDevice[], outcomes: Readonly<Record<string, number>>): string => {
  const refused = devices.flatMap((device) => device.refused() ?? []);
  return `outcomes ${JSON.stringify(outcomes)}; last refused:\n${refused.join('\n')}`;
};
