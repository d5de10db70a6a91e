import { afterAll, beforeAll } from 'vitest';

/** An adapter to be examined, empty when it is made. */
export interface Fixture<T> {
  readonly adapter: T;
  close(): Promise<void>;
}

/** An adapter whose data outlives it; `adapter` is the one that is open now. */
export interface DurableFixture<T> extends Fixture<T> {
  /** Closes the adapter and opens another one on the same data. */
  reopen(): Promise<T>;
}

/** A durable fixture from what opens the adapter; `cleanUp` removes the data in the end. */
export const durableFixture = async <T>(
  open: () => Promise<Fixture<T>>,
  cleanUp: () => Promise<void>,
): Promise<DurableFixture<T>> => {
  let current = await open();
  return {
    get adapter() {
      return current.adapter;
    },
    async reopen() {
      await current.close();
      current = await open();
      return current.adapter;
    },
    async close() {
      await current.close();
      await cleanUp();
    },
  };
};

/** Makes the fixture before the tests of a suite and closes it after them. */
export const usingFixture = <F extends Fixture<unknown>>(make: () => Promise<F>): (() => F) => {
  const made: F[] = [];
  beforeAll(async () => {
    made.push(await make());
  });
  afterAll(async () => {
    await Promise.all(made.map((fixture) => fixture.close()));
  });
  return () => made[0]!;
};
