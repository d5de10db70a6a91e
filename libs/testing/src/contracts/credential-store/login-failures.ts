import { expect, test } from 'vitest';
import { manyOf, randomName } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

export const describeFailures = (fixture: CredentialFixture): void => {
  test('failures are counted per subject, those of one moment each for itself', async () => {
    const [store, subject, other] = [fixture().adapter, randomName('subject'), randomName('subject')];
    await store.addLoginFailures(ampleDeadline(), [subject, other], 1_000);
    await store.addLoginFailures(ampleDeadline(), [subject], 2_000);
    await Promise.all(manyOf(3, () => store.addLoginFailures(ampleDeadline(), [subject], 3_000)));
    expect(await store.loginFailures(ampleDeadline(), [subject, other, randomName('subject')], 0)).toEqual([
      { count: 5, oldest: 1_000, newest: 3_000 },
      { count: 1, oldest: 1_000, newest: 1_000 },
      { count: 0, oldest: 0, newest: 0 },
    ]);
  });

  test('failures before the asked time do not count', async () => {
    const [store, subject] = [fixture().adapter, randomName('subject')];
    for (const at of [1_000, 2_000, 3_000]) await store.addLoginFailures(ampleDeadline(), [subject], at);
    const since = async (time: number) => (await store.loginFailures(ampleDeadline(), [subject], time))[0];
    expect(await since(2_000)).toEqual({ count: 2, oldest: 2_000, newest: 3_000 });
    expect(await since(2_001)).toEqual({ count: 1, oldest: 3_000, newest: 3_000 });
    expect(await since(3_001)).toEqual({ count: 0, oldest: 0, newest: 0 });
  });

  test('a right password clears the failures of its subjects only', async () => {
    const [store, subject, other] = [fixture().adapter, randomName('subject'), randomName('subject')];
    await store.addLoginFailures(ampleDeadline(), [subject, other], 1_000);
    await store.clearLoginFailures(ampleDeadline(), [subject]);
    const [cleared, kept] = await store.loginFailures(ampleDeadline(), [subject, other], 0);
    expect([cleared?.count, kept?.count]).toEqual([0, 1]);
  });
};
