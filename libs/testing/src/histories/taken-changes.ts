import type { ChangeEvent } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Outbox } from '@kith/ports';
import { ampleDeadline } from '../builders/scope.ts';

const MAX_ITEMS = 1_000;

/** The change events of the histories on one store. */
export interface TakenChanges {
  /** All of an account's so far, in their order, each once. */
  of(account: AccountName): Promise<readonly ChangeEvent[]>;
}

const known = new WeakMap<Outbox, TakenChanges>();

/** Histories go on side by side on one outbox: who empties it keeps for the others what is theirs. */
export const takenChanges = (outbox: Outbox): TakenChanges => {
  const taken = known.get(outbox) ?? takingFrom(outbox);
  known.set(outbox, taken);
  return taken;
};

const takingFrom = (outbox: Outbox): TakenChanges => {
  const kept = new Map<AccountName, ChangeEvent[]>();
  const empty = async (): Promise<void> => {
    for (;;) {
      const items = await outbox.pending(ampleDeadline(), MAX_ITEMS);
      if (items.length === 0) return;
      for (const { account, change } of items) kept.set(account, [...(kept.get(account) ?? []), change]);
      const keys = items.map(({ key }) => key);
      await outbox.published(ampleDeadline(), keys);
    }
  };
  let turn = Promise.resolve();
  return {
    of: async (account) => {
      await (turn = turn.then(empty));
      const changes = kept.get(account) ?? [];
      kept.delete(account);
      return changes;
    },
  };
};
