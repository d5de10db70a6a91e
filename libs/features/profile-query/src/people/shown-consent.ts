import type { ConsentFact, ShownNotification, StandingEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';

/** The GraphQL type `ConsentEntry`; times are epoch milliseconds. */
export interface ShownConsent {
  readonly umid: string;
  readonly sequence: number;
  readonly kind: ConsentFact['kind'] | 'unreadable';
  readonly time: number | null;
  readonly source: string | null;
  readonly permission: string | null;
  readonly value: boolean | null;
  readonly identified: boolean | null;
  readonly toldAt: number | null;
  readonly decidedAt: number | null;
  readonly withdrawnAt: number | null;
  readonly notifications: readonly ShownNotification[];
  readonly permissions: readonly string[];
  readonly otherUmid: string | null;
}

const NOTHING: Omit<ShownConsent, 'umid' | 'sequence'> = {
  kind: 'unreadable',
  time: null,
  source: null,
  permission: null,
  value: null,
  identified: null,
  toldAt: null,
  decidedAt: null,
  withdrawnAt: null,
  notifications: [],
  permissions: [],
  otherUmid: null,
};

/** An entry of the history as it stands; of one that can be read no more, only its place is known. */
export const shownConsent = (umid: Umid, { sequence, entry }: StandingEntry): ShownConsent => {
  const place = { ...NOTHING, umid, sequence };
  if (entry === null) return place;
  const { at, source, fact } = entry;
  return { ...place, kind: fact.kind, time: at, source, ...shownFact(fact) };
};

const shownFact = (fact: ConsentFact): Partial<ShownConsent> => {
  switch (fact.kind) {
    case 'permission':
      return {
        permission: fact.name,
        value: fact.granted,
        identified: fact.identified,
        toldAt: fact.toldAt ?? null,
        decidedAt: fact.decidedAt ?? null,
        withdrawnAt: fact.withdrawnAt ?? null,
        notifications: fact.shownWith,
      };
    case 'outdated':
      return {
        permission: fact.name,
        value: fact.granted,
        identified: fact.identified,
        decidedAt: fact.decidedAt,
      };
    case 'acknowledgement':
      return {
        decidedAt: fact.acknowledgement.date,
        notifications: [fact.acknowledgement],
        permissions: fact.acknowledgement.permissions,
      };
    case 'merge':
      return { otherUmid: fact.loser };
    case 'unmerge':
      return { otherUmid: fact.other, permissions: fact.undecided };
  }
};
