import { ALL_RANGES, type EpochMs } from '@kith/domain/identity';
import type { OutboxLeases, OutboxTable } from '@kith/ports';
import { mustNotBePast } from '../engine/within-deadline.ts';

/** One process at a time has the data open, so who publishes is known in its memory alone. */
export const createOutboxLeases = (clock: () => EpochMs): OutboxLeases => {
  let table: OutboxTable = { version: 0, now: 0, members: [], owners: ALL_RANGES.map(() => null) };
  const change = (changed: Partial<OutboxTable>, isNews = true): OutboxTable =>
    (table = { ...table, ...changed, version: table.version + Number(isNews) });
  const others = (member: string) => table.members.filter(({ id }) => id !== member);
  return {
    async renew(deadline, member, forMs) {
      mustNotBePast(deadline);
      const now = clock();
      const isLiving = table.members.some(({ id, until }) => id === member && until > now);
      return change({ now, members: [...others(member), { id: member, until: now + forMs }] }, !isLiving);
    },
    async assign(deadline, { version }, owners) {
      mustNotBePast(deadline);
      if (table.version !== version) return false;
      change({ owners });
      return true;
    },
    async leave(deadline, member) {
      mustNotBePast(deadline);
      const owners = table.owners.map((owner) => (owner === member ? null : owner));
      change({ members: others(member), owners });
    },
  };
};
