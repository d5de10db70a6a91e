import { describe, expect, test } from 'vitest';
import { compileConfiguration, configurationSchema, infoBodySchema } from '@kith/contracts';
import { readInfoBody } from './read-info-request.ts';

const pipeline = compileConfiguration(
  configurationSchema.parse({
    accounts: {
      demo: {
        owner: 'd',
        identifiers: { customerId: { kind: 'login' } },
        pipelines: {
          web: { cookie: false, identifiers: ['customerId'], identifierSources: { customerId: ['body'] } },
        },
      },
    },
  }),
).pipelines.get('web')!;

const read = (json: string) =>
  readInfoBody(
    { method: 'POST', headers: {}, query: '', body: Buffer.from(json), receivedAt: 0, requestId: 'r' },
    infoBodySchema(pipeline),
  );

describe('the data of a body', () => {
  test('has no half of a character, in no text and no name of a member', () => {
    const action = String.raw`{"name":"lone\ud800x","\uDC00":{"deep":["\\ud800","\uDBFF"]}}`;
    expect(read(`{"data":[{"action":[${action}]}]}`)).toEqual({
      data: [{ action: [{ name: 'lone\ufffdx', '\ufffd': { deep: ['\\ud800', '\ufffd'] } }] }],
    });
  });

  test('has whole ones as they came, escaped or not', () => {
    expect(read(String.raw`{"data":[{"page":{"name":"\ud83d\ude00 ü 😀"}}]}`)).toEqual({
      data: [{ page: { name: '😀 ü 😀' } }],
    });
  });

  test('is all that is mended: an identifier with a half is nobody else', () => {
    expect(read(String.raw`{"customerId":"4711\ud800","data":[{"page":{"name":"\ud800"}}]}`)).toEqual({
      customerId: '4711\ud800',
      data: [{ page: { name: '\ufffd' } }],
    });
    expect(() => read(String.raw`{"data":[{"id":"\ud800"}]}`)).toThrow();
  });
});
