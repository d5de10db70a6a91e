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
import { suppressionKeys, type Suppressible, type Suppression } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import { chainEntries, type ConsentHistory, type ErasureStore, type Scope } from '@kith/ports';

export interface ChainDeps {
  readonly privacy: Pick<ErasureStore, 'suppressed'>;
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
  deps: ChainDeps,
  scope: Scope,
  umid: Umid,
  until: number,
): Promise<Followed | Broken> => {
  let followed = NOTHING;
  if (until === 0) return followed;
  for await (const standing of chainEntries(deps.consentHistory, scope, umid, { order: 'oldestFirst' })) {
    if (standing.sequence > until) break;
    const next = await followEntry(deps, scope, followed, { umid, standing });
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

/** The next entry of the chain of a umid. */
interface ChainStep {
  readonly umid: Umid;
  readonly standing: StandingEntry;
}

const followEntry = async (
  deps: ChainDeps,
  scope: Scope,
  { head, state, entries }: Followed,
  { umid, standing }: ChainStep,
): Promise<Followed | Broken> => {
  const fault = linkFault(umid, head, standing, isSealedFor(deps, scope.account));
  const { entry } = standing;
  if (fault !== null || entry === null) {
    return brokenAt(umid, (head?.sequence ?? 0) + 1, fault ?? 'unreadable');
  }
  const other = await followOther(deps, scope, state, entry);
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
  ({ keyring }: ChainDeps, account: AccountName): IsSealed =>
  (previous, entry) =>
    keyring.verify('chain', macOf(entry), ...sealedParts(account, previous, entry));

/** What was tampered with may have anything there. */
const macOf = ({ mac }: { readonly mac: unknown }): Buffer =>
  Buffer.from(typeof mac === 'string' ? mac : '', 'hex');

/** What an entry says of another chain must be so; null where it is not. */
const followOther = async (
  deps: ChainDeps,
  scope: Scope,
  state: ReplayedConsent,
  { at, fact }: Pick<ConsentEntry, 'at' | 'fact'>,
): Promise<Followed | Broken | null> => {
  switch (fact.kind) {
    case 'merge':
      return followLoser(deps, scope, at, fact);
    case 'unmerge': {
      const holds =
        (await isHeadOfOther(deps, scope, state, fact)) ||
        (await wasRemovedSince(deps, scope, fact.other as Umid, at));
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
  deps: ChainDeps,
  scope: Scope,
  at: number,
  { loser: umid, loserHead }: Extract<ConsentFact, { readonly kind: 'merge' }>,
): Promise<Followed | Broken | null> => {
  const loser = await followChain(deps, scope, umid as Umid, loserHead?.sequence ?? 0);
  if (loser.kind === 'followed' && isSameHead(loser.head, loserHead)) return loser;
  if (await wasRemovedSince(deps, scope, umid as Umid, at)) return { ...NOTHING, head: loserHead };
  return loser.kind === 'broken' ? loser : null;
};

/** Of the side that had absorbed the other, the merge tells where that stood; else the other's chain does. */
const isHeadOfOther = async (
  { consentHistory }: ChainDeps,
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

/**
 * Whether the chain that a umid had at a moment is lawfully gone: the umid was erased, at whatever time, or expired since.
 * What it did after an expiry is another chain, which must be there.
 */
const wasRemovedSince = async (
  deps: ChainDeps,
  scope: Scope,
  umid: Umid,
  moment: number,
): Promise<boolean> => {
  if ((await notesOf(deps, scope, { kind: 'umid', umid })).length > 0) return true;
  const expiries = await notesOf(deps, scope, { kind: 'expired', umid });
  for (const { at } of expiries) {
    if (at >= moment && (await notesOf(deps, scope, { kind: 'expiredAt', umid, at })).length > 0) return true;
  }
  return false;
};

const notesOf = (
  { privacy, keyring }: ChainDeps,
  scope: Scope,
  noted: Suppressible,
): Promise<readonly Suppression[]> =>
  privacy.suppressed(scope, suppressionKeys(keyring.macs, scope.account, noted));
