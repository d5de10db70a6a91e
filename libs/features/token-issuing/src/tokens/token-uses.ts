import type { Deadline, RefreshToken, RefreshTokenStore } from '@kith/ports';

/** A use is written where the one that is known is so old: nobody needs it more exactly. */
const COARSE_MS = 60_000;

/** Remembers about when a token was last used, beside the answer and not before it. */
export type NoteUse = (token: RefreshToken) => void;

export interface TokenUsesDeps {
  readonly store: RefreshTokenStore;
  readonly clock: () => number;
  readonly newDeadline: () => Deadline;
  /** Told of a use that could not be written; the next one tries again. */
  readonly onFault: (fault: unknown) => void;
}

export const createTokenUses = ({ store, clock, newDeadline, onFault }: TokenUsesDeps): NoteUse => {
  const underWay = new Set<string>();
  return ({ hash, lastUsedAt }) => {
    const now = clock();
    if (now - (lastUsedAt ?? 0) < COARSE_MS || underWay.has(hash)) return;
    underWay.add(hash);
    void store
      .noteUse(newDeadline(), hash, now)
      .catch(onFault)
      .finally(() => underWay.delete(hash));
  };
};
