import {
  headAt,
  isSameHead,
  linkFault,
  NO_CONSENT,
  replay,
  sealedParts,
  type ChainFault,
  type ConsentEntry,
  type ConsentFact,
  type ConsentHead,
  type IsSealed,
  type ReplayedConsent,
  type StandingEntry,
} from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Keyring } from '@kith/platform';
import { type ConsentHistory, type Scope, chainEntries } from '@kith/ports';
import { wasRemovedSince, type AskingRemoved } from './was-removed.ts';

export interface Following extends AskingRemoved {
  readonly consentHistory: ConsentHistory;
  readonly keyring: Pick<Keyring, 'verify' | 'macs'>;
}

/** The first entry that does not hold. */
export interface Broken {
  readonly kind: 'broken';
  readonly umid: Umid;
  readonly sequence: number;
  readonly fault: ChainFault;
}

/** A chain that holds as far as it was followed. */
export interface Followed {
  readonly kind: 'followed';
  readonly head: ConsentHead | null;
  readonly state: ReplayedConsent;
  /** Those of the chains that it rests on included. */
  readonly entries: number;
}

const NOTHING: Followed = { kind: 'followed', head: null, state: NO_CONSENT, entries: 0 };

/**
 * Follows the chain of a umid from its beginning up to a number, recomputes every seal, and replays what it says. The
 * chains of what was absorbed are followed as far as the merges name them.
 */
export const followChain = async (
  parts: Following,
  scope: Scope,
  umid: Umid,
  until: number,
): Promise<Followed | Broken> => {
  let followed = NOTHING;
  if (until === 0) return followed;
  for await (const standing of chainEntries(parts.consentHistory, scope, umid, { order: 'oldestFirst' })) {
    if (standing.sequence > until) break;
    const next = await followEntry(parts, scope, umid, followed, standing);
    if (next.kind === 'broken') return next;
    followed = next;
  }
  const reached = followed.head?.sequence ?? 0;
  return reached === until ? followed : brokenAt(umid, reached + 1, 'missing');
};

/** An entry of a chain does not hold. */
export const brokenAt = (umid: Umid, sequence: number, fault: ChainFault): Broken => ({
  kind: 'broken',
  umid,
  sequence,
  fault,
});

const followEntry = async (
  parts: Following,
  scope: Scope,
  umid: Umid,
  { head, state, entries }: Followed,
  standing: StandingEntry,
): Promise<Followed | Broken> => {
  const fault = linkFault(umid, head, standing, isSealedFor(parts, scope.account));
  const { entry } = standing;
  if (fault !== null || entry === null) {
    return brokenAt(umid, (head?.sequence ?? 0) + 1, fault ?? 'unreadable');
  }
  const other = await followOther(parts, scope, state, entry);
  if (other === null) return brokenAt(umid, entry.sequence, 'otherChain');
  if (other.kind === 'broken') return other;
  return {
    kind: 'followed',
    head: headAt(entry),
    state: replay(state, entry, other.state),
    entries: entries + other.entries + 1,
  };
};

const isSealedFor =
  ({ keyring }: Following, account: AccountName): IsSealed =>
  (previous, entry) =>
    keyring.verify('chain', macOf(entry), ...sealedParts(account, previous, entry));

/** What was tampered with may have anything there. */
const macOf = ({ mac }: { readonly mac: unknown }): Buffer =>
  Buffer.from(typeof mac === 'string' ? mac : '', 'hex');

/** What an entry says of another chain must be so; null where it is not. */
const followOther = async (
  parts: Following,
  scope: Scope,
  state: ReplayedConsent,
  { at, fact }: Pick<ConsentEntry, 'at' | 'fact'>,
): Promise<Followed | Broken | null> => {
  switch (fact.kind) {
    case 'merge':
      return followLoser(parts, scope, at, fact);
    case 'unmerge': {
      const holds =
        (await isHeadOfOther(parts, scope, state, fact)) ||
        (await wasRemovedSince(parts, scope, fact.other as Umid, at));
      return holds ? NOTHING : null;
    }
    case 'permission':
    case 'outdated':
    case 'acknowledgement':
      return NOTHING;
  }
};

/** Where the loser lived again and was removed since, its head is what the sealed entry says, and nothing of it is left. */
const followLoser = async (
  parts: Following,
  scope: Scope,
  at: number,
  { loser: umid, loserHead }: Extract<ConsentFact, { readonly kind: 'merge' }>,
): Promise<Followed | Broken | null> => {
  const loser = await followChain(parts, scope, umid as Umid, loserHead?.sequence ?? 0);
  if (loser.kind === 'followed' && isSameHead(loser.head, loserHead)) return loser;
  if (await wasRemovedSince(parts, scope, umid as Umid, at)) return { ...NOTHING, head: loserHead };
  return loser.kind === 'broken' ? loser : null;
};

/** Of the side that had absorbed the other, the merge tells where that stood; else the other's chain does. */
const isHeadOfOther = async (
  { consentHistory }: Following,
  scope: Scope,
  { merges }: ReplayedConsent,
  { other, otherHead }: Extract<ConsentFact, { readonly kind: 'unmerge' }>,
): Promise<boolean> => {
  const undone = merges.get(other);
  if (undone !== undefined) return isSameHead(undone.loserHead, otherHead);
  if (otherHead === null) return false;
  const after = otherHead.sequence - 1;
  const range = { order: 'oldestFirst', after, limit: 1 } as const;
  const [standing] = await consentHistory.entries(scope, other as Umid, range);
  return standing?.sequence === otherHead.sequence && standing.entry?.mac === otherHead.mac;
};
