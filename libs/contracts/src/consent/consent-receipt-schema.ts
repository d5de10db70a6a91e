import { z } from 'zod';

/** The format of the receipts that this version writes. */
export const CONSENT_RECEIPT_VERSION = 'kith-consent-receipt/1';

const time = z.iso.datetime().describe('ISO 8601, UTC.');
const state = z
  .enum(['given', 'withdrawn', 'refused'])
  .describe('given; withdrawn after it was given; refused where it never was.');

const explicit = z.literal('explicit').describe('An affirmative act of the person, never silence.');
const indefinite = z
  .literal('indefinite')
  .describe('It has no term: it holds until the person decides anew.');

const shownNotice = z.strictObject({
  name: z.string().describe('The name of the notice.'),
  version: z.int().describe('The version that was shown.'),
  uxvariant: z.string().optional().describe('The form in which it was shown.'),
});

const notice = shownNotice.extend({
  purposes: z.array(z.string()).describe('The purposes that the notice tells about.'),
  acknowledged_at: time,
});

const purpose = z.strictObject({
  purpose: z.string().describe('The permission, by its configured name.'),
  lawful_basis: z.literal('consent'),
  event_type: explicit,
  event_state: state,
  event_time: time.describe('When the person decided so.'),
  validity_duration: indefinite,
});

const party = z.strictObject({
  party_id: z.string(),
  party_role: z.literal('pii_controller'),
  party_name: z.string().describe('The owner of the account.'),
});

const event = z.strictObject({
  event_id: z.string().describe('The chain (a umid) and the number of the entry in it.'),
  event_time: time.describe('When the person decided.'),
  event_type: explicit,
  event_state: state,
  validity_duration: indefinite,
  entity_id: z.uuid().describe('Who decided: the person, by the umid of that moment.'),
  purpose: z.string(),
  notices: z.array(shownNotice).describe('What was shown with the question.'),
  source: z.string().describe('Where Kith has it from: the pipeline, or merge, unmerge or import.'),
  recorded_at: time.describe('When the entry was written.'),
  integrity: z.string().describe('The MAC that chains the entry; `kith consent verify` checks it.'),
});

/**
 * A consent receipt in terms of ISO/IEC TS 27560:2023: receipt metadata, record header, PII processing, parties,
 * events. Its own members are purposes' and events' `purpose` and `notices`, `acknowledged_at`, `event_id`, `source`,
 * `recorded_at` and `integrity`; docs/decisions/0020-imported-attributes.md says which of the standard's are absent,
 * and why.
 */
export const consentReceiptSchema = z.strictObject({
  receipt_metadata: z.strictObject({
    schema_version: z.literal(CONSENT_RECEIPT_VERSION),
    receipt_id: z.uuid(),
    receipt_time: time,
  }),
  record_header: z.strictObject({
    schema_version: z.literal(CONSENT_RECEIPT_VERSION),
    record_id: z
      .string()
      .describe('The head of the chain of the consent history when the receipt was written.'),
    pii_principal_id: z.uuid().describe('The umid of the person.'),
  }),
  pii_processing: z.strictObject({
    purposes: z.array(purpose).describe('Every purpose that the person has decided about, as it stands.'),
    privacy_notice: z.array(notice).describe('Every acknowledged notice, newest first.'),
    pii_controllers: z.array(z.string()).describe('By party_id.'),
    withdrawal_method: z.string(),
  }),
  party_identification: z.array(party),
  events: z.array(event).describe('Every decision, newest first.'),
});

/** A consent receipt. */
export type ConsentReceipt = z.output<typeof consentReceiptSchema>;

/** The receipt's format as JSON Schema, which docs/consent-receipt.schema.json repeats. */
export const consentReceiptJsonSchema = (): object => ({
  ...z.toJSONSchema(consentReceiptSchema, { target: 'draft-2020-12' }),
  title: 'Kith consent receipt',
  description: 'A consent receipt in terms of ISO/IEC TS 27560:2023, written by `kith consent receipt`.',
});
