import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ConsentEntry, ConsentFact } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import { consentReceipt } from './consent-receipt.ts';
import { consentReceiptJsonSchema, consentReceiptSchema } from './consent-receipt-schema.ts';

const OWN = 'a0000000-0000-4000-8000-000000000000' as Umid;
const ABSORBED = 'b0000000-0000-4000-8000-000000000000' as Umid;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

const entry = (umid: Umid, sequence: number, day: number, fact: ConsentFact): ConsentEntry => ({
  umid,
  sequence,
  at: START + day * DAY,
  source: 'web',
  fact,
  mac: `mac ${sequence}`,
});

const byMerge = (one: ConsentEntry): ConsentEntry => ({ ...one, source: 'merge' });

const decided = (name: string, granted: boolean, more: Partial<ConsentFact> = {}): ConsentFact =>
  ({ kind: 'permission', name, granted, identified: false, shownWith: [], ...more }) as ConsentFact;

const wall = { name: 'MAIN', version: 2, uxvariant: 'wall' };

const receiptOf = (entries: readonly ConsentEntry[]) =>
  consentReceipt({
    receiptId: 'c0000000-0000-4000-8000-000000000000',
    now: START + 30 * DAY,
    account: { name: 'demo', owner: 'Example Ltd' },
    umid: OWN,
    entries,
  });

const HISTORY = [
  entry(ABSORBED, 1, 1, decided('OPT', true, { shownWith: [wall] })),
  entry(ABSORBED, 2, 1, {
    kind: 'acknowledgement',
    acknowledgement: { ...wall, permissions: ['OPT', 'NEWS'], date: START + DAY },
  }),
  entry(OWN, 1, 2, decided('NEWS', false)),
  byMerge(entry(OWN, 2, 3, { kind: 'merge', loser: ABSORBED, loserHead: { sequence: 2, mac: 'mac 2' } })),
  byMerge(entry(OWN, 3, 3, decided('OPT', true, { decidedAt: START + DAY }))),
  entry(OWN, 4, 4, decided('OPT', false)),
];

describe('a consent receipt', () => {
  test('tells every purpose as it stands, and which was withdrawn or refused', () => {
    expect(receiptOf(HISTORY).pii_processing.purposes).toEqual([
      expect.objectContaining({
        purpose: 'NEWS',
        event_state: 'refused',
        event_time: '2026-01-03T00:00:00.000Z',
      }),
      expect.objectContaining({
        purpose: 'OPT',
        event_state: 'withdrawn',
        event_time: '2026-01-05T00:00:00.000Z',
      }),
    ]);
  });

  test('lists every decision with what was shown, where it comes from and when it was made', () => {
    const { events } = receiptOf(HISTORY);
    expect(events.map(({ event_id: id, event_state: state }) => [id, state])).toEqual([
      [`${OWN}:4`, 'withdrawn'],
      [`${OWN}:3`, 'given'],
      [`${OWN}:1`, 'refused'],
      [`${ABSORBED}:1`, 'given'],
    ]);
    expect(events[1]).toMatchObject({ source: 'merge', event_time: '2026-01-02T00:00:00.000Z' });
    expect(events[3]).toMatchObject({
      entity_id: ABSORBED,
      source: 'web',
      validity_duration: 'indefinite',
      notices: [wall],
      integrity: 'mac 1',
    });
  });

  test('names notices with version and variant, the controller and the principal', () => {
    const receipt = receiptOf(HISTORY);
    expect(receipt.pii_processing.privacy_notice).toEqual([
      { ...wall, purposes: ['OPT', 'NEWS'], acknowledged_at: '2026-01-02T00:00:00.000Z' },
    ]);
    expect(receipt.party_identification).toEqual([
      { party_id: 'demo', party_role: 'pii_controller', party_name: 'Example Ltd' },
    ]);
    expect(receipt.record_header).toMatchObject({ record_id: `${OWN}:4`, pii_principal_id: OWN });
  });

  test('forgets what an unmerge left undecided', () => {
    const apart: ConsentFact = { kind: 'unmerge', other: ABSORBED, otherHead: null, undecided: ['OPT'] };
    const { purposes } = receiptOf([
      ...HISTORY,
      { ...entry(OWN, 5, 5, apart), source: 'unmerge' },
    ]).pii_processing;
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['NEWS']);
  });

  test('keeps to its schema, also where nobody has told anything', () => {
    for (const entries of [HISTORY, []]) {
      expect(consentReceiptSchema.parse(receiptOf(entries))).toEqual(receiptOf(entries));
    }
  });

  test('has the published JSON Schema', async () => {
    const path = new URL('../../../../docs/consent-receipt.schema.json', import.meta.url);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(consentReceiptJsonSchema())),
    );
  });
});
