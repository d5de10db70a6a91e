import { createIdentityView, type Detour, type Loaded, type Wanted } from '@kith/domain/resolution';
import type { ProfileStore } from './profile-store.ts';
import { Unavailable, type Scope } from './scope.ts';

/**
 * Everything that the keys lead to, by looks at full keys: one, and another for what the one before leads to. What is
 * found is not of one moment: whoever writes by it states the versions (docs/decisions/0042-identity-collection.md).
 * Rejects with `Unavailable` where the deadline has passed.
 */
export const loadThrough = async (
  look: ProfileStore['look'],
  { account, deadline }: Scope,
  wanted: Wanted,
): Promise<{ readonly loaded: Loaded; readonly detours: readonly Detour[] }> => {
  if (deadline.remainingMs() <= 0) throw new Unavailable('store', 'the deadline has passed');
  const view = createIdentityView();
  for (;;) {
    const found = view.lookUp(wanted);
    if (found.kind === 'loaded') return found;
    const [rows] = await look(deadline, [{ account, keys: found.keys }]);
    if (rows === undefined) throw new Error('a look answered nothing');
    view.add(found.keys, rows);
  }
};
