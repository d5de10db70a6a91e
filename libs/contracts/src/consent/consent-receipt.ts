import type { ConsentEntry, ConsentFact, ShownNotification } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { CONSENT_RECEIPT_VERSION, type ConsentReceipt } from './consent-receipt-schema.ts';

export interface ReceiptMaterial {
  readonly receiptId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly account: Pick<AccountRules, 'name' | 'owner'>;
  readonly umid: Umid;
  /** The whole history, of the chains of the profile and of what it has absorbed. */
  readonly entries: readonly ConsentEntry[];
}

type State = ConsentReceipt['events'][number]['event_state'];
type Decision = Extract<ConsentFact, { readonly kind: 'permission' }>;
type Decided = ConsentEntry & { readonly fact: Decision };
type Acknowledged = ConsentEntry & {
  readonly fact: Extract<ConsentFact, { readonly kind: 'acknowledgement' }>;
};

const WITHDRAWAL_METHOD =
  "The permission with the value false in a request to the website's info endpoint, at any time.";

/** The consent receipt of a profile: what stands, what was shown, and how it came about. */
export const consentReceipt = ({
  receiptId,
  now,
  account,
  umid,
  entries,
}: ReceiptMaterial): ConsentReceipt => {
  const own = entries.filter((entry) => entry.umid === umid).toSorted((a, b) => a.sequence - b.sequence);
  return {
    receipt_metadata: {
      schema_version: CONSENT_RECEIPT_VERSION,
      receipt_id: receiptId,
      receipt_time: isoTime(now),
    },
    record_header: {
      schema_version: CONSENT_RECEIPT_VERSION,
      record_id: `${umid}:${own.at(-1)?.sequence ?? 0}`,
      pii_principal_id: umid,
    },
    pii_processing: {
      purposes: standing(own),
      privacy_notice: noticesIn(entries),
      pii_controllers: [account.name],
      withdrawal_method: WITHDRAWAL_METHOD,
    },
    party_identification: [
      { party_id: account.name, party_role: 'pii_controller', party_name: account.owner },
    ],
    events: eventsIn(entries),
  };
};

const isDecision = (entry: ConsentEntry): entry is Decided => entry.fact.kind === 'permission';
const isAcknowledgement = (entry: ConsentEntry): entry is Acknowledged =>
  entry.fact.kind === 'acknowledgement';

/** The last word on each purpose in the profile's own chain; an unmerge may leave one undecided again. */
const standing = (own: readonly ConsentEntry[]): ConsentReceipt['pii_processing']['purposes'] => {
  const last = new Map<string, Decided>();
  for (const entry of own) {
    if (entry.fact.kind === 'unmerge') for (const name of entry.fact.undecided) last.delete(name);
    if (isDecision(entry)) last.set(entry.fact.name, entry);
  }
  return Array.from(last, ([purpose, entry]) => ({
    purpose,
    lawful_basis: 'consent',
    event_type: 'explicit',
    event_state: stateAt(own, entry),
    event_time: isoTime(decidedAt(entry)),
    validity_duration: 'indefinite',
  }));
};

const eventsIn = (entries: readonly ConsentEntry[]): ConsentReceipt['events'] =>
  entries
    .filter(isDecision)
    .toSorted((a, b) => b.at - a.at)
    .map((entry) => ({
      event_id: `${entry.umid}:${entry.sequence}`,
      event_time: isoTime(decidedAt(entry)),
      event_type: 'explicit',
      event_state: stateAt(entries, entry),
      validity_duration: 'indefinite',
      entity_id: entry.umid,
      purpose: entry.fact.name,
      notices: entry.fact.shownWith.map(shownNotice),
      source: entry.source,
      recorded_at: isoTime(entry.at),
      integrity: entry.mac,
    }));

const noticesIn = (entries: readonly ConsentEntry[]): ConsentReceipt['pii_processing']['privacy_notice'] =>
  entries
    .filter(isAcknowledgement)
    .map(({ fact }) => fact.acknowledgement)
    .toSorted((a, b) => b.date - a.date)
    .map((one) => ({
      ...shownNotice(one),
      purposes: [...one.permissions],
      acknowledged_at: isoTime(one.date),
    }));

const shownNotice = ({ name, version, uxvariant }: ShownNotification) => ({
  name,
  version,
  ...(uxvariant === null ? {} : { uxvariant }),
});

/** Only what was given can be withdrawn. */
const stateAt = (entries: readonly ConsentEntry[], { umid, sequence, fact }: Decided): State => {
  if (fact.granted) return 'given';
  const wasGiven = entries.some(
    (entry) =>
      isDecision(entry) &&
      entry.umid === umid &&
      entry.sequence < sequence &&
      entry.fact.name === fact.name &&
      entry.fact.granted,
  );
  return wasGiven ? 'withdrawn' : 'refused';
};

const decidedAt = ({ at, fact }: Decided): number => fact.decidedAt ?? fact.toldAt ?? at;

const isoTime = (at: number): string => new Date(at).toISOString();
