import { ALL_RANGES } from '@kith/domain/identity';
import type { OutboxLeases, OutboxTable } from '@kith/ports';

/** Leases of the outbox in memory, by the given clock. */
export const createMemoryOutboxLeases = (clock: () => number): OutboxLeases => {
  let table: OutboxTable = { version: 0, now: 0, members: [], owners: ALL_RANGES.map(() => null) };
  const others = (member: string) => table.members.filter(({ id }) => id !== member);
  return {
    async renew(_deadline, member, forMs) {
      const now = clock();
      const members = [...others(member), { id: member, until: now + forMs }];
      const isLiving = table.members.some(({ id, until }) => id === member && until > now);
      return (table = { ...table, version: table.version + Number(!isLiving), now, members });
    },
    async assign(_deadline, { version }, owners) {
      if (table.version !== version) return false;
      table = { ...table, version: version + 1, owners };
      return true;
    },
    async leave(_deadline, member) {
      const owners = table.owners.map((owner) => (owner === member ? null : owner));
      table = { ...table, version: table.version + 1, members: others(member), owners };
    },
  };
};
