import { afterEach, describe, expect, test, vi } from 'vitest';
import { Unavailable } from '@kith/ports';
import { ampleDeadline, createGate, deadlineIn, manyOf, type Gate } from '@kith/testing';
import { pause } from '@kith/platform';
import { createAppendQueue, lingerAfter, type AppendQueue, type TopicMessages } from './append-queue.ts';

/** How long the log takes for a batch, and a client from its answer until it comes again, in milliseconds. */
const ANSWER_MS = 4;
const AWAY_MS = 2;

/** A log that keeps what it was sent, and answers when the test says so. */
const aTransport = () => {
  const sent: string[][] = [];
  const arrivals: Gate[] = [createGate()];
  const answers: ((failure?: Error) => void)[] = [];
  return {
    sent,
    /** Once so many batches are there. */
    async until(count: number): Promise<void> {
      while (sent.length < count) await arrivals.at(-1)!.passed;
    },
    answer: (failure?: Error) => answers.shift()!(failure),
    ready: async () => undefined,
    send: (batch: TopicMessages) =>
      new Promise<void>((resolve, reject) => {
        sent.push(
          Array.from(batch.values()).flatMap((messages) => messages.map(({ value }) => String(value))),
        );
        answers.push((failure) => (failure === undefined ? resolve() : reject(failure)));
        arrivals.at(-1)!.open();
        arrivals.push(createGate());
      }),
  };
};

const aQueue = (transport = aTransport(), mostWaitingBytes = 1_000_000) => ({
  transport,
  queue: createAppendQueue({ transport, lingerMs: 1, mostWaitingBytes }),
});

const append = (queue: AppendQueue, value: string, deadline = ampleDeadline()): Promise<void> =>
  queue.append(deadline, 'topic', [{ key: 'k', value }]);

describe('the queue of appends', () => {
  test('sends in one batch what is appended at once, and meanwhile gathers the next', async () => {
    const { queue, transport } = aQueue();
    const first = manyOf(100, (index) => append(queue, `first ${index}`));
    await transport.until(1);
    const second = manyOf(50, (index) => append(queue, `second ${index}`));
    transport.answer();
    await Promise.all(first);
    await transport.until(2);
    transport.answer();
    await Promise.all(second);
    expect(transport.sent.map((batch) => batch.length)).toEqual([100, 50]);
    expect(transport.sent[0]).toEqual(manyOf(100, (index) => `first ${index}`));
  });

  test('sends what is appended the moment that a batch is answered, however soon that is', async () => {
    const { queue, transport } = aQueue();
    const again = async (stepsLater: number): Promise<void> => {
      const answered = append(queue, 'first');
      await transport.until(transport.sent.length + 1);
      transport.answer();
      await answered;
      for (let step = 0; step < stepsLater; step += 1) await Promise.resolve();
      const next = append(queue, `${stepsLater} steps later`);
      await transport.until(transport.sent.length + 1);
      transport.answer();
      await next;
    };
    for (let steps = 0; steps < 10; steps += 1) await again(steps);
    expect(transport.sent).toHaveLength(20);
  });

  test('rejects every call of a batch that failed, and sends the next all the same', async () => {
    const { queue, transport } = aQueue();
    const failing = Promise.allSettled([append(queue, 'a'), append(queue, 'b')]);
    await transport.until(1);
    const after = append(queue, 'c');
    transport.answer(new Error('the broker is gone'));
    for (const outcome of await failing) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'Unavailable', dependency: 'kafka' },
      });
    }
    await transport.until(2);
    transport.answer();
    await after;
  });

  test('never sends a record whose deadline passed while it waited', async () => {
    const { queue, transport } = aQueue();
    const first = append(queue, 'first');
    await transport.until(1);
    await expect(append(queue, 'late', deadlineIn(20))).rejects.toThrow(Unavailable);
    const last = append(queue, 'last');
    transport.answer();
    await transport.until(2);
    transport.answer();
    await Promise.all([first, last]);
    expect(transport.sent).toEqual([['first'], ['last']]);
  });

  test('rejects at its deadline a call whose records are under way', async () => {
    const { queue, transport } = aQueue();
    const call = append(queue, 'under way', deadlineIn(50));
    await transport.until(1);
    await expect(call).rejects.toThrow(Unavailable);
    transport.answer();
    await queue.close();
  });

  test('refuses at once what is more than may wait, and takes more when there is room', async () => {
    const { queue, transport } = aQueue(aTransport(), 1_000);
    const first = append(queue, 'under way');
    await transport.until(1);
    const waiting = append(queue, 'x'.repeat(500));
    await expect(append(queue, 'y'.repeat(500))).rejects.toThrow(Unavailable);
    transport.answer();
    await transport.until(2);
    const again = append(queue, 'y'.repeat(500));
    transport.answer();
    await transport.until(3);
    transport.answer();
    await Promise.all([first, waiting, again]);
  });

  test('cuts a large call into requests of about a mebibyte, in order', async () => {
    const { queue, transport } = aQueue();
    const values = manyOf(5, (index) => `${index}${'x'.repeat(400_000)}`);
    const call = queue.append(
      ampleDeadline(),
      'topic',
      values.map((value) => ({ key: 'k', value })),
    );
    for (const count of [1, 2, 3]) {
      await transport.until(count);
      transport.answer();
    }
    await call;
    expect(transport.sent.map((batch) => batch.length)).toEqual([2, 2, 1]);
    expect(transport.sent.flat()).toEqual(values);
  });

  test('refuses a record that no topic takes, and nothing else', async () => {
    const { queue, transport } = aQueue();
    await expect(append(queue, 'x'.repeat(2 * 1024 * 1024))).rejects.toThrow(RangeError);
    const fits = append(queue, 'fits');
    await transport.until(1);
    transport.answer();
    await fits;
  });

  test('that is closed sends what waits and takes nothing more', async () => {
    const { queue, transport } = aQueue();
    const last = append(queue, 'last');
    const closed = queue.close();
    await expect(append(queue, 'too late')).rejects.toThrow(Unavailable);
    await transport.until(1);
    transport.answer();
    await Promise.all([last, closed]);
  });
});

describe('clients that come again when they are answered', () => {
  afterEach(() => void vi.useRealTimers());

  /** By a clock of the test's own: how large batches become is a matter of what takes how long. */
  test('meet in one batch, though half of them came while the others were under way', async () => {
    vi.useFakeTimers();
    const sizes: number[] = [];
    const transport = {
      ready: async () => undefined,
      send: async (batch: TopicMessages) => {
        sizes.push(batch.get('topic')!.length);
        await pause(ANSWER_MS);
      },
    };
    const queue = createAppendQueue({ transport, lingerMs: 1, mostWaitingBytes: 1_000_000 });
    const client = async (beginsAfterMs: number): Promise<void> => {
      await pause(beginsAfterMs);
      for (;;) {
        await append(queue, 'value');
        await pause(AWAY_MS);
      }
    };
    for (let one = 0; one < 25; one += 1) {
      void client(0);
      void client(3);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sizes[0]).toBe(25);
    expect(sizes.slice(-10)).toEqual(manyOf(10, () => 50));
  });
});

describe('a batch waits for others', () => {
  test('the longer the more the last one had, within bounds', () => {
    expect([0, 1, 3, 4, 8, 16, 400].map((calls) => lingerAfter(1, calls))).toEqual([1, 1, 1, 2, 3, 5, 5]);
  });

  test('never less than it was set to', () => {
    expect([0, 400].map((calls) => lingerAfter(20, calls))).toEqual([20, 20]);
  });
});
