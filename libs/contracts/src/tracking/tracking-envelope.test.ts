import { describe, expect, test } from 'vitest';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { Enrichment, TrackedEvent } from '@kith/domain/tracking';
import { decodeTracking, encodeEnrichment, encodeEvent } from './tracking-envelope.ts';

const enrichment: Enrichment = {
  id: 'e-1',
  umdid: '11111111-1111-4111-8111-111111111111' as Umdid,
  umid: '22222222-2222-4222-8222-222222222222' as Umid,
  bindingVersion: 3,
  pipeline: 'web',
  receivedAt: Date.UTC(2026, 0, 2),
  values: { browserFamily: 'Firefox "x"', score: 7.5, isbot: false },
};

const { values, ...origin } = enrichment;

const event: TrackedEvent = {
  ...origin,
  type: 'page',
  time: origin.receivedAt,
  clientTime: null,
  properties: { name: 'home' },
};

describe('a record of the tracking topic', () => {
  test('tells what enrichment brings to a profile, by itself', () => {
    const text = encodeEnrichment('demo', enrichment);
    expect(decodeTracking(text)).toEqual({ kind: 'enrichment', account: 'demo', enrichment });
  });

  test('tells it with an event, whose properties do not have it', () => {
    const text = encodeEvent('demo', event, ['e-0'], values);
    const told = { kind: 'event', account: 'demo', event, formerIds: ['e-0'], enrichment };
    expect(decodeTracking(text)).toEqual(told);
    expect(decodeTracking(encodeEvent('demo', event))).not.toHaveProperty('enrichment');
  });

  test.each([0, 5])('holds any text as it came, and a client time %d ms later', (later) => {
    const odd = 'a "b" \\ \u2028 é \u0007 }';
    const clientTime = event.time + later;
    const awkward = { ...event, id: odd, pipeline: odd, clientTime, properties: { [odd]: [odd] } };
    const told = decodeTracking(encodeEvent(odd, awkward, [odd], { ...values, odd }));
    const brought = { ...enrichment, id: odd, pipeline: odd, values: { ...values, odd } };
    expect(told).toEqual({
      kind: 'event',
      account: odd,
      event: awkward,
      formerIds: [odd],
      enrichment: brought,
    });
  });

  test('has attributes of texts, numbers and booleans, as CloudEvents says', () => {
    const { data: _, ...attributes } = JSON.parse(encodeEvent('demo', event, [], values)) as {
      data: unknown;
    };
    expect(Object.values(attributes).every((value) => ['string', 'number'].includes(typeof value))).toBe(
      true,
    );
  });

  test.each([
    ['{"secret', 'the record is not JSON'],
    [
      JSON.stringify({ ...(JSON.parse(encodeEvent('demo', event)) as object), time: 'yesterday' }),
      '/time: Invalid ISO datetime',
    ],
  ])('that is poison says why in a sentence: %s', (record, why) => {
    expect(decodeTracking(record)).toEqual({ kind: 'poison', why });
  });

  test('that has many faults tells the first of them', () => {
    expect(decodeTracking('{}')).toMatchObject({
      why: expect.stringMatching(/^\/specversion: .*; and \d+ more$/),
    });
  });

  test.each(['', '{', '[]', '"x"', '{"score":null}', '{"score":{"a":1}}'])(
    'is poison where what it brings is %j',
    (spoiled) => {
      const record = { ...(JSON.parse(encodeEvent('demo', event)) as object), enrichment: spoiled };
      expect(decodeTracking(JSON.stringify(record))).toMatchObject({ kind: 'poison' });
    },
  );
});

/** An id in capitals is allowed, and never written: who decodes it asks the schema, and comes to the same. */
const throughSchema = (record: object): string =>
  JSON.stringify({ ...record, subject: 'ABCDEFAB-2222-4222-8222-222222222222' });

describe('a record as the edge writes it', () => {
  const written = JSON.parse(
    encodeEvent('demo', { ...event, umid: 'abcdefab-2222-4222-8222-222222222222' as Umid }, [], values),
  ) as object;
  const odd = ['', 'x', '1.0', 7, -1, 0.5, 1e300, null, true, [], {}, 'y'.repeat(257)];
  const times = [
    '2026-02-30T00:00:00.000Z',
    '2026-01-02T00:00:00Z',
    '+012026-01-02T00:00:00.000Z',
    '2026-01-02',
  ];
  const brought = ['{"a":1e999}', '{"__proto__":1}', '{"a":"b"}', '{}', '[]', '{'];
  const cases = Object.keys(written).flatMap((member) =>
    [undefined, ...odd, ...times, ...brought].map((value) => [member, value] as const),
  );

  test('says the same whether the schema has read it or not, whatever a member is replaced by', () => {
    const others = cases.filter(([member]) => member !== 'subject');
    for (const [member, value] of [['specversion', '1.0'] as const, ...others]) {
      const record = { ...written, [member]: value };
      expect([member, value, decodeTracking(JSON.stringify(record))]).toEqual([
        member,
        value,
        decodeTracking(throughSchema(record)),
      ]);
    }
  });

  test.each(odd)('is poison where the umid is %j', (subject) => {
    expect(decodeTracking(JSON.stringify({ ...written, subject }))).toMatchObject({ kind: 'poison' });
  });
});
