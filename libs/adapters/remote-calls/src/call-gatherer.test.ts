import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { createCallGatherer } from './call-gatherer.ts';
import { PendingCall } from './pending-call.ts';

/** Longer than any test takes. */
const LONG_MS = 120_000;

const gatherer = () => {
  const posted: { readonly bodies: readonly string[]; readonly answer: () => void }[] = [];
  const calls: PendingCall[] = [];
  const add = createCallGatherer({
    post: (some, answer) => void posted.push({ bodies: some.map(({ call }) => call.body), answer }),
    replicas: () => 1,
    maxHoldMs: LONG_MS,
  });
  const ask = (body: string): PendingCall => {
    const deadline = deadlineIn(LONG_MS);
    const call = new PendingCall({ path: '/', body, requestId: body, deadline, repeatable: false });
    calls.push(call);
    add(call);
    return call;
  };
  const end = (): void => calls.forEach((call) => call.answer(null));
  return { ask, end, posted, bodies: () => posted.map(({ bodies }) => bodies) };
};

/** Calls of four turns, none of which is answered. */
const busyGatherer = async () => {
  const busy = gatherer();
  for (const body of ['1', '2', '3', '4']) {
    busy.ask(body);
    await nextTurn();
  }
  return busy;
};

test('calls of one turn go at once and together', async () => {
  const { ask, end, bodies } = gatherer();
  ask('1');
  ask('2');
  expect(bodies()).toEqual([]);
  await nextTurn();
  expect(bodies()).toEqual([['1', '2']]);
  end();
});

test('while four requests are unanswered calls of several turns wait, and go together as soon as one has an answer', async () => {
  const { ask, end, posted, bodies } = await busyGatherer();
  for (const body of ['5', '6', '7']) {
    ask(body);
    await nextTurn();
  }
  expect(bodies()).toEqual([['1'], ['2'], ['3'], ['4']]);
  posted[2]!.answer();
  posted[2]!.answer();
  await nextTurn();
  expect(bodies().slice(4)).toEqual([['5', '6', '7']]);
  ask('8');
  await nextTurn();
  expect(posted).toHaveLength(5);
  end();
});

test('a call that nobody waits for any more is not posted', async () => {
  const { ask, end, posted, bodies } = await busyGatherer();
  ask('5').answer(null);
  ask('6');
  posted[0]!.answer();
  await nextTurn();
  expect(bodies().slice(4)).toEqual([['6']]);
  end();
});

test('calls that are too many or too large for one request are several', async () => {
  const { ask, end, posted } = gatherer();
  for (let count = 0; count < 300; count += 1) ask('small');
  const large = 'x'.repeat(400_000);
  for (const body of [large, large, large, 'x'.repeat(2_000_000)]) ask(body);
  for (let turns = 0; turns < 4; turns += 1) await nextTurn();
  expect(posted.map(({ bodies }) => bodies.length)).toEqual([256, 46, 1, 1]);
  end();
});
