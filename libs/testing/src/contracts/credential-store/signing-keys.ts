import { expect, test } from 'vitest';
import { anAct, aSigningKey } from '../../builders/credentials.ts';
import { manyOf } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import type { CredentialFixture } from './credential-fixture.ts';

export const describeSigningKeys = (fixture: CredentialFixture): void => {
  test('of many first signing keys that race one wins, and all see that one', async () => {
    expect(await fixture().adapter.signingKeys.list(ampleDeadline())).toEqual([]);
    const keys = manyOf(16, (index) => aSigningKey({ createdAt: index }));
    const seen = await Promise.all(
      keys.map((key) => fixture().adapter.signingKeys.addFirst(ampleDeadline(), key)),
    );
    const winner = seen[0]![0]!;
    expect(keys).toContainEqual(winner);
    expect(seen).toEqual(keys.map(() => [winner]));
    expect(await fixture().adapter.signingKeys.list(ampleDeadline())).toEqual([winner]);
    const late = await fixture().adapter.signingKeys.addFirst(ampleDeadline(), aSigningKey());
    expect(late).toEqual([winner]);
  });

  test('keys are added to those that are there, the newest first, and removed by name', async () => {
    const store = fixture().adapter;
    const [old] = await store.signingKeys.addFirst(ampleDeadline(), aSigningKey({ createdAt: 1 }));
    const later = aSigningKey({ createdAt: Number(old?.createdAt) + 2, signsFrom: 9 });
    const between = aSigningKey({ createdAt: Number(old?.createdAt) + 1 });
    for (const key of [later, between]) await store.signingKeys.add(ampleDeadline(), key, anAct());
    const keys = await store.signingKeys.list(ampleDeadline());
    expect(keys.slice(0, 3)).toEqual([later, between, old]);
    expect(await store.signingKeys.revoke(ampleDeadline(), between.kid, anAct())).toBe(true);
    expect(await store.signingKeys.revoke(ampleDeadline(), between.kid, anAct())).toBe(false);
    expect(await store.signingKeys.list(ampleDeadline())).toEqual([later, old]);
    await store.signingKeys.remove(ampleDeadline(), [between.kid, later.kid, 'nobody']);
    expect(await store.signingKeys.list(ampleDeadline())).toEqual([old]);
  });
};
