import { expect, test } from 'vitest';
import { EventEmitter, on } from 'node:events';
import { createLive, createMetrics, silentLogger } from '@kith/platform';
import type { Logger } from '@kith/platform';
import { aGiven, anAccount, createMemoryDeliveryStore, scopeOf } from '@kith/testing';
import type { ActivationConfiguration } from './transforming/destination.ts';
import { startActivation } from './start-destinations.ts';
import type { ActivationNeeds } from './start-destinations.ts';
import { ACCOUNT } from './keeping/world.fake.ts';

const unused = (): never => {
  throw new Error('without destinations nobody asks');
};

/** Nothing is handed on: there are no destinations. */
const UNUSED: Pick<ActivationNeeds, 'profiles' | 'log' | 'tracking' | 'expressions' | 'openDestination'> = {
  profiles: { load: unused, activities: unused },
  log: { subscribe: unused },
  tracking: { position: unused, state: unused },
  expressions: { evaluate: unused },
  openDestination: unused,
};

const withAccount = (): ActivationConfiguration => ({
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
  const deliveries = createMemoryDeliveryStore(() => 0);
  await deliveries.noteGiven(scopeOf(ACCOUNT), 'left', [aGiven()]);
  const { live, replace } = createLive(withAccount());
  const { logger, next } = recordingWarnings();
  const parts = {
    deliveries,
    logger,
    configuration: live,
    holder: 'one',
    metrics: createMetrics('activation'),
  };
  const activation = startActivation({ ...UNUSED, ...parts });
  expect(await next()).toEqual({ account: ACCOUNT, destination: 'left' });
  replace(withAccount());
  expect(await next()).toEqual({ account: ACCOUNT, destination: 'left' });
  await activation.stop();
});
