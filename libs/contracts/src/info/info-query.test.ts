import { describe, expect, test } from 'vitest';
import { createInfoQueryReader, readInfoQuery } from './info-query.ts';
import { aPipeline } from './pipeline.fake.ts';

const read = (raw: string) => readInfoQuery(aPipeline(), raw);
const faultsOf = (raw: string) => read(raw).faults.map(({ pointer }) => pointer);

describe('the query string', () => {
  test('answers with a script where out is absent', () => expect(read('').query.out).toBe('js'));

  test.each([
    ['permissions', ['permissions']],
    ['permissions=', ['permissions']],
    ['permissions=1&identifiers=yes', ['identifiers', 'permissions']],
    ['permissions=false&identifiers=0', []],
    ['attributes', []],
  ])('%s asks for the sections %j', (raw, sections) => expect(read(raw).query.sections).toEqual(sections));

  test.each([
    ['out=xml', '?out'],
    ['out=', '?out'],
    ['out=JSON', '?out'],
    ['out=json&out=json', '?out'],
    ['permissions&permissions', '?permissions'],
    ['customerId=1&customerId=1', '?customerId'],
    ['umdid=abc', '?umdid'],
    ['umdid=', '?umdid'],
  ])('%s is a fault of %s', (raw, pointer) => expect(faultsOf(raw)).toContain(pointer));

  test('is read alike the second time, whoever else came between', () => {
    const reader = createInfoQueryReader(aPipeline());
    const raws = ['out=json', 'customerId=4711', 'out=xml', 'out=json&permissions', 'customerId=4712'];
    for (const raw of [...raws, ...raws]) expect(reader(raw)).toEqual(read(raw));
  });

  test('takes configured identifiers and ignores what it does not know', () => {
    const { query, faults } = read('customerId=4711&utm_source=mail&utm_source=web&__proto__=1');
    expect([...query.identifiers]).toEqual([['customerId', '4711']]);
    expect(faults).toEqual([]);
  });
});
