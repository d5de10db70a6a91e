import { describe, expect, test } from 'vitest';
import { consentOfBody, type InfoBody, infoBodySchema, structureFault } from './info-body.ts';
import { memberFaults } from './member-fault.ts';
import { aPipeline } from './pipeline.fake.ts';

const NOW = 1_800_000_000_000;
const pipeline = aPipeline();
const schema = infoBodySchema(pipeline);

const pointersOf = (body: unknown): readonly string[] => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : memberFaults(parsed.error).map(({ pointer }) => pointer);
};

const consentOf = (body: InfoBody) => consentOfBody(pipeline.account, schema.parse(body), NOW);

describe('the payload', () => {
  test.each<[unknown, string]>([
    [[], ''],
    ['text', ''],
    [null, ''],
    [{ permissions: {} }, '/permissions'],
    [{ 'a/b~c': 1 }, '/a~1b~0c'],
    [{ customerId: '1' }, '/customerId'],
    [{ permission: [] }, '/permission'],
    [{ permission: { NOPE: true } }, '/permission/NOPE'],
    [{ permission: { 'CS-OPT': 'yes' } }, '/permission/CS-OPT'],
    [{ data: {} }, '/data'],
    [{ data: [1] }, '/data/0'],
    [{ data: [{ page: 'home' }] }, '/data/0/page'],
    [{ data: [{ page: { name: 1 } }] }, '/data/0/page/name'],
    [{ data: [{ page: { timestamp: '1' } }] }, '/data/0/page/timestamp'],
    [{ data: [{ id: '\ud800' }] }, '/data/0/id'],
    [{ data: [{}, { action: [{ label: 1 }] }] }, '/data/1/action/0/label'],
    [{ data: [{ id: '' }] }, '/data/0/id'],
    [{ data: [{ id: 'x'.repeat(129) }] }, '/data/0/id'],
    [{ data: [{ permission: { NOPE: true } }] }, '/data/0/permission/NOPE'],
    [{ notification: [{ name: 'NOPE' }] }, '/notification/0/name'],
    [{ notification: [{ version: 1 }] }, '/notification/0/name'],
    [{ notification: [{ name: 'MAIN_CS', version: 3 }] }, '/notification/0/version'],
    [{ notification: [{ name: 'MAIN_CS', uxvariant: 'x' }] }, '/notification/0/uxvariant'],
    [{ notification: [{ name: 'MAIN_CS', permissions: ['CS-OM'] }] }, '/notification/0/permissions/0'],
  ])('%j is a fault of %j', (body, pointer) => expect(pointersOf(body)).toEqual([pointer]));

  test("keeps what a data element has beyond the specification: the caller's data layer", () => {
    const body = { data: [{ event: 'purchase', page: { name: 'home', extra: 1 } }] };
    expect(schema.parse(body)).toEqual(body);
  });

  test('takes an identifier where the body is a source of it', () => {
    const [identifier] = pipeline.identifiers;
    const fromBody = aPipeline({ identifiers: [{ ...identifier!, sources: [{ from: 'body' }] }] });
    expect(infoBodySchema(fromBody).parse({ customerId: '1' })).toEqual({ customerId: '1' });
  });

  test('is refused where it is nested too deeply, or names a prototype', () => {
    const nested = JSON.parse(`{"data":[{"x":${'['.repeat(40)}${']'.repeat(40)}}]}`) as unknown;
    expect(structureFault(nested)?.pointer).toMatch(/^\/data\/0\/x/);
    expect(structureFault(JSON.parse('{"data":[{"__proto__":{"x":1}}]}'))).toBeNull();
    expect(structureFault({ data: [{ x: [[[1]]] }] })).toBeNull();
  });
});

describe('the consent of a payload', () => {
  test('the top-level permission wins over data, a later element over an earlier one', () => {
    const data = [{ permission: { 'CS-OPT': true, 'CS-OM': true } }, { permission: { 'CS-OM': false } }];
    expect(consentOf({ data, permission: { 'CS-OPT': false } }).permissions).toEqual({
      'CS-OPT': false,
      'CS-OM': false,
    });
  });

  test('a notification defaults to version 1 and to what it covers', () => {
    expect(consentOf({ notification: [{ name: 'MAIN_CS' }] }).acknowledgements).toEqual([
      { name: 'MAIN_CS', version: 1, uxvariant: null, permissions: ['CS-OPT'], date: NOW },
    ]);
  });

  test('a permission that is named twice is kept once', () => {
    const notification = [{ name: 'MAIN_CS', permissions: ['CS-OPT', 'CS-OPT'] }];
    expect(consentOf({ notification }).acknowledgements[0]?.permissions).toEqual(['CS-OPT']);
  });

  test("dates are seconds or milliseconds; one in the future is the client's alone", () => {
    const tooLate = NOW + 25 * 3_600_000;
    const dates = [NOW / 1000 - 60, NOW - 60_000, tooLate];
    const notification = dates.map((date) => ({ name: 'MAIN_CS', date }));
    const read = consentOf({ data: [{ notification }] }).acknowledgements;
    expect(read.map(({ date }) => date)).toEqual([NOW - 60_000, NOW - 60_000, NOW]);
    expect(read.map(({ clientTime }) => clientTime)).toEqual([undefined, undefined, tooLate]);
  });
});
