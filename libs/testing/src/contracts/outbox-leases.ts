import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BUCKET_RANGES } from '@kith/domain/identity';
import { Unavailable, type OutboxLeases, type OutboxTable } from '@kith/ports';
import { ampleDeadline, PAST_DEADLINE } from '../builders/scope.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';

const LEASE_MS = 60_000;

const everything = (member: string): OutboxTable['owners'] =>
  Array.from({ length: BUCKET_RANGES }, () => member);

/** What all OutboxLeases promise. */
export const defineOutboxLeasesContract = (make: () => Promise<DurableFixture<OutboxLeases>>): void => {
  describe('the contract of the leases of an outbox:', () => {
    const fixture = usingFixture(make);
    const renew = (member: string, forMs = LEASE_MS) =>
      fixture().adapter.renew(ampleDeadline(), member, forMs);
    const idsIn = ({ members }: OutboxTable) => members.map(({ id }) => id);

    test('a member is one from its first renewal on, for as long as it said', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const first = await renew(one);
      const second = await renew(other, 1);
      expect(idsIn(second)).toEqual(expect.arrayContaining([one, other]));
      expect(second.owners).toHaveLength(BUCKET_RANGES);
      const untilOf = (id: string, table: OutboxTable) =>
        table.members.find((member) => member.id === id)!.until;
      expect(untilOf(one, first) - first.now).toBe(LEASE_MS);
      expect(untilOf(other, second) - second.now).toBe(1);
      const again = await renew(one);
      expect(again.members.filter(({ id }) => id === one)).toHaveLength(1);
      expect(untilOf(one, again)).toBeGreaterThanOrEqual(untilOf(one, first));
    });

    test('ranges have the owners that were written last', async () => {
      const member = randomUUID();
      const { adapter } = fixture();
      expect(await adapter.assign(ampleDeadline(), await renew(member), everything(member))).toBe(true);
      expect((await renew(randomUUID())).owners).toEqual(everything(member));
    });

    test('nothing is written over the word of a moment when somebody was dead that lives', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const { adapter } = fixture();
      await adapter.assign(ampleDeadline(), await renew(one, 0), everything(one));
      const seen = await renew(other);
      await renew(one);
      expect(await adapter.assign(ampleDeadline(), seen, everything(other))).toBe(false);
      expect((await renew(other)).owners).toEqual(everything(one));
    });

    test('a renewal of the living keeps nobody from writing, and is not undone by that', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const { adapter } = fixture();
      await renew(one, 1_000);
      const seen = await renew(other);
      const renewed = await renew(one);
      expect(await adapter.assign(ampleDeadline(), seen, everything(other))).toBe(true);
      const after = await renew(other);
      expect(after.owners).toEqual(everything(other));
      expect(after.members).toContainEqual(renewed.members.find(({ id }) => id === one));
    });

    test('of many that write over the same table one does', async () => {
      const { adapter } = fixture();
      const seen = await renew(randomUUID());
      const names = Array.from({ length: 8 }, () => randomUUID());
      const done = await Promise.all(
        names.map((name) => adapter.assign(ampleDeadline(), seen, everything(name))),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await renew(randomUUID())).owners).toEqual(everything(names[done.indexOf(true)]!));
    });

    test('who leaves is no member and owns nothing', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      const { adapter } = fixture();
      await renew(other);
      const owners = everything(one).map((owner, range) => (range === 0 ? other : owner));
      await adapter.assign(ampleDeadline(), await renew(one), owners);
      await adapter.leave(ampleDeadline(), one);
      const after = await renew(other);
      expect(idsIn(after)).not.toContain(one);
      expect(after.owners).toEqual(owners.map((owner) => (owner === one ? null : owner)));
    });

    test('rejects with Unavailable where the deadline has passed', async () => {
      const { adapter } = fixture();
      const table = await renew(randomUUID());
      await expect(adapter.renew(PAST_DEADLINE, 'late', LEASE_MS)).rejects.toThrow(Unavailable);
      await expect(adapter.assign(PAST_DEADLINE, table, table.owners)).rejects.toThrow(Unavailable);
      await expect(adapter.leave(PAST_DEADLINE, 'late')).rejects.toThrow(Unavailable);
    });
  });
};
