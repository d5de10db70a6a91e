import { expect, test } from 'vitest';
import type { LoginTries, LoginTry } from '@kith/ports';
import { manyOf, randomName } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

const LONG_MS = 10_000;

const aTry = (subjects: readonly string[], at = 1_000): LoginTry => ({
  id: randomName('try'),
  subjects,
  at,
  endsBy: at + LONG_MS,
});

const anyone = (): boolean => true;

const nothing: LoginTries = { failed: { count: 0, oldest: 0, newest: 0 }, underWay: 0 };

const counting = (fixture: CredentialFixture) => {
  const begin = async (attempt: LoginTry, mayBegin: (tries: readonly LoginTries[]) => boolean = anyone) => {
    const { begun } = await fixture().adapter.loginTries.begin(ampleDeadline(), attempt, 0, mayBegin);
    return begun;
  };
  const end = (attempt: LoginTry, outcome: 'failed' | 'void') =>
    fixture().adapter.loginTries.end(ampleDeadline(), attempt, outcome);
  const fail = async (attempt: LoginTry) => {
    await begin(attempt);
    await end(attempt, 'failed');
  };
  const triesOf = async (subjects: readonly string[], since = 0, at = 5_000) => {
    const look = aTry(subjects, at);
    return (await fixture().adapter.loginTries.begin(ampleDeadline(), look, since, () => false)).tries;
  };
  return { begin, end, fail, triesOf };
};

export const describeFailures = (fixture: CredentialFixture): void => {
  const { begin, end, fail, triesOf } = counting(fixture);

  test('tries are counted per subject, those of one moment each for itself', async () => {
    const [subject, other] = [randomName('subject'), randomName('subject')];
    await fail(aTry([subject, other]));
    await fail(aTry([subject], 2_000));
    await Promise.all(manyOf(3, () => fail(aTry([subject], 3_000))));
    await begin(aTry([subject, other], 3_000));
    expect(await triesOf([subject, other, randomName('subject')])).toEqual([
      { failed: { count: 5, oldest: 1_000, newest: 3_000 }, underWay: 1 },
      { failed: { count: 1, oldest: 1_000, newest: 1_000 }, underWay: 1 },
      nothing,
    ]);
  });

  test('of tries at once no more begin than may', async () => {
    const subject = randomName('subject');
    const fewerThanFive = ([tries]: readonly LoginTries[]) => (tries?.underWay ?? 0) < 5;
    const begun = await Promise.all(
      manyOf(20, () => begin(aTry([subject, randomName('other')]), fewerThanFive)),
    );
    expect(begun.filter(Boolean)).toHaveLength(5);
    expect(await triesOf([subject])).toEqual([{ ...nothing, underWay: 5 }]);
  });

  test('a try that came to nothing does not count, and one that may not begin neither', async () => {
    const [subject, attempt] = [randomName('subject'), aTry(['s'])];
    const own = { ...attempt, subjects: [subject] };
    expect(await begin(own)).toBe(true);
    expect(await begin(aTry([subject]), () => false)).toBe(false);
    await end(own, 'void');
    expect(await triesOf([subject])).toEqual([nothing]);
    expect(await begin(aTry([subject]))).toBe(true);
    expect(await triesOf([subject])).toEqual([{ ...nothing, underWay: 1 }]);
  });

  test('a try that nobody ended counts as failed once its time is over', async () => {
    const subject = randomName('subject');
    await begin(aTry([subject], 1_000));
    expect(await triesOf([subject], 0, 1_000 + LONG_MS)).toEqual([
      { failed: { count: 1, oldest: 1_000, newest: 1_000 }, underWay: 0 },
    ]);
  });

  test('tries before the asked time do not count', async () => {
    const subject = randomName('subject');
    for (const at of [1_000, 2_000, 3_000]) await fail(aTry([subject], at));
    const since = async (time: number) => (await triesOf([subject], time))[0]?.failed;
    expect(await since(2_000)).toEqual({ count: 2, oldest: 2_000, newest: 3_000 });
    expect(await since(2_001)).toEqual({ count: 1, oldest: 3_000, newest: 3_000 });
    expect(await since(3_001)).toEqual({ count: 0, oldest: 0, newest: 0 });
  });

  test('a right password clears the failures of its subjects only, and no try that is under way', async () => {
    const [subject, other] = [randomName('subject'), randomName('subject')];
    await fail(aTry([subject, other]));
    await begin(aTry([subject]));
    await fixture().adapter.loginTries.clearFailures(ampleDeadline(), [subject], 2_000);
    const [cleared, kept] = await triesOf([subject, other]);
    expect(cleared).toEqual({ ...nothing, underWay: 1 });
    expect(kept?.failed.count).toBe(1);
  });
};
