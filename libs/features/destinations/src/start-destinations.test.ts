import { expect, test } from 'vitest';
import { EventEmitter, on } from 'node:events';
import { createLive, createMetrics, silentLogger, steadyClock, type Logger } from '@kith/platform';
import { ampleDeadline, anAccount, aSharedRecord, createMemoryDestinationStores } from '@kith/testing';
import type { DestinationsConfiguration } from './transforming/destination.ts';
import { startDestinations, type DestinationsDeps } from './start-destinations.ts';
import { ACCOUNT } from './keeping/world.fake.ts';

const unused = (): never => {
  throw new Error('without destinations nobody asks');
};

/** Nothing is delivered: there are no destinations. */
const UNUSED: Pick<DestinationsDeps, 'profiles' | 'log' | 'tracking' | 'expressions' | 'openDestination'> = {
  profiles: { load: unused, activities: unused },
  log: { subscribe: unused },
  tracking: { position: unused, state: unused },
  expressions: { evaluate: unused },
  openDestination: unused,
};

const withAccount = (): DestinationsConfiguration => ({
  accounts: new Map([[ACCOUNT, anAccount({ name: ACCOUNT })]]),
  pipelines: new Map(),
  destinations: [],
});

/** What is warned of, one after the other. */
const recordingWarnings = () => {
  const emitter = new EventEmitter<{ warning: [fields: unknown] }>();
  const warnings = on(emitter, 'warning') as AsyncIterableIterator<readonly unknown[]>;
  const logger: Logger = { ...silentLogger, warn: (fields) => void emitter.emit('warning', fields) };
  const next = async (): Promise<unknown> => {
    const { value } = (await warnings.next()) as IteratorYieldResult<readonly unknown[]>;
    return value[0];
  };
  return { logger, next };
};

test('persons of a destination that left are told at the start and with each configuration', async () => {
  const destinations = createMemoryDestinationStores(() => 0);
  const { shared } = destinations.of({ account: ACCOUNT, destination: 'left' });
  await shared.save(ampleDeadline(), [aSharedRecord()]);
  const { live, replace } = createLive(withAccount());
  const { logger, next } = recordingWarnings();
  const deps = {
    destinations,
    logger,
    configuration: live,
    holder: 'one',
    clock: Date.now,
    steadyClock,
    random: Math.random,
    metrics: createMetrics('activation'),
  };
  const activation = startDestinations({ ...UNUSED, ...deps });
  expect(await next()).toEqual({ account: ACCOUNT, destination: 'left' });
  replace(withAccount());
  expect(await next()).toEqual({ account: ACCOUNT, destination: 'left' });
  await activation.stop();
});
