import { describe, expect, test } from 'vitest';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { HttpStep } from '@kith/domain/pipeline';
import { createLive, deadlineIn } from '@kith/platform';
import type { EnrichmentQuestion, ExpressionOutcome, OutgoingCall, OutgoingOutcome } from '@kith/ports';
import { createHttpSource } from './http-source.ts';

const SECRET = '/run/secrets/crm';

const configurationWith = (step: object, secret = 'Bearer key-1') =>
  compileConfiguration(
    configurationSchema.parse({
      accounts: {
        demo: {
          owner: 'd',
          identifiers: { customerId: { kind: 'login' }, mt1: { kind: 'network' } },
          pipelines: {
            web: { cookie: false, enrich: [{ type: 'http', map: { score: 's', vip: 'v' }, ...step }] },
          },
        },
      },
    }),
    new Map([[SECRET, Buffer.from(secret)]]),
  );

const question = (...identifiers: readonly (readonly [string, string])[]): EnrichmentQuestion => ({
  account: 'demo',
  pipeline: 'web',
  umdid: 'd' as Umdid,
  umid: 'u-1' as Umid,
  address: '8.8.8.8',
  userAgent: '',
  identifiers: identifiers.map(([name, value]) => ({ name, value })),
  attributes: {},
});

const answered = (body: string, status = 200): OutgoingOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body,
});

/** A system outside that answers as told; the expression makes what it is told, or hands on what it was given. */
const stage = (step: object, answer: OutgoingOutcome = answered('{"score":1}'), made?: ExpressionOutcome) => {
  const calls: OutgoingCall[] = [];
  const told: object[] = [];
  const configuration = createLive(configurationWith(step));
  const source = createHttpSource({
    configuration: configuration.live,
    logger: { warn: (fields) => told.push(fields) },
    steadyClock: () => 0,
    http: { call: async (_deadline, call) => (calls.push(call), answer) },
    expressions: {
      evaluate: async (_deadline, questions) =>
        questions.map(({ input }) => made ?? { kind: 'made', output: input }),
    },
  });
  const rules = (): HttpStep => configuration.live.current().pipelines.get('web')!.enrich[0] as HttpStep;
  const look = async (asked = question(['customerId', '4711'])) =>
    source.look(deadlineIn(1_000), rules(), asked);
  return { source, calls, told, look, configuration, rules };
};

const byId = { url: 'https://crm.example/c/{customerId}?u={umid}' };

describe('an external system', () => {
  test('is asked with values in their places, encoded', async () => {
    const { look, calls } = stage(byId);
    expect(await look(question(['customerId', 'a/b?c=d&ü #']))).toEqual({
      kind: 'found',
      values: { score: 1 },
    });
    expect(calls).toEqual([
      {
        method: 'GET',
        url: 'https://crm.example/c/a%2Fb%3Fc%3Dd%26%C3%BC%20%23?u=u-1',
        headers: { accept: 'application/json' },
      },
    ]);
  });

  test('is posted a body that no value breaks out of', async () => {
    const body = { id: '{customerId}', all: [true, { who: 'x {mt1}' }] };
    const { look, calls } = stage({ url: 'https://crm.example/', method: 'POST', body });
    await look(question(['customerId', '"},{"a":"{mt1}'], ['mt1', '1']));
    expect(JSON.parse(calls[0]!.body!)).toEqual({ id: '"},{"a":"{mt1}', all: [true, { who: 'x 1' }] });
    expect(calls[0]!.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('is shown the secret of a file, the present one after the configuration was read again', async () => {
    const step = { ...byId, headers: { authorization: { secretFile: SECRET }, accept: 'text/json' } };
    const { look, calls, configuration } = stage(step);
    await look();
    configuration.replace(configurationWith(step, 'Bearer key-2\nBearer key-1'));
    await look();
    expect(calls.map(({ headers }) => headers)).toEqual([
      { accept: 'text/json', authorization: 'Bearer key-1' },
      { accept: 'text/json', authorization: 'Bearer key-2' },
    ]);
  });

  test.each(['ü', 'a\u0000b'])('has a configuration refused whose secret is %j', (secret) => {
    const step = { ...byId, headers: { authorization: { secretFile: SECRET } } };
    const { configuration } = stage(step);
    expect(() => configuration.replace(configurationWith(step, secret))).toThrow(
      `${SECRET}: holds what no header can`,
    );
  });

  test('is not asked by a step whose secret has left the configuration', async () => {
    const { source, calls, configuration, rules } = stage({
      ...byId,
      headers: { authorization: { secretFile: SECRET } },
    });
    const before = rules();
    configuration.replace(configurationWith(byId));
    const outcome = await source.look(deadlineIn(1_000), before, question(['customerId', '1']));
    expect([outcome, calls]).toEqual([{ kind: 'failed', why: 'error' }, []]);
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    ['no identifier of its name', [['mt1', '1']]],
    ['dots, which would lead upwards', [['customerId', '..']]],
    ['half a character', [['customerId', 'a\ud800']]],
  ])('is not asked about %s', async (_, identifiers) => {
    const { source, look, calls, rules } = stage(byId);
    expect(source.keyOf(rules(), question(...identifiers))).toBeNull();
    expect(await look(question(...identifiers))).toEqual({ kind: 'nothing' });
    expect(calls).toEqual([]);
  });

  test('has an answer for one person alone: who comes back after an erasure is asked about anew', () => {
    const { source, rules } = stage({ url: 'https://crm.example/{customerId}' });
    const key = (umid: string) =>
      source.keyOf(rules(), { ...question(['customerId', '1']), umid: umid as Umid });
    expect(key('u-1')).toBe(key('u-1'));
    expect(key('u-1')).not.toBe(key('u-2'));
  });

  test('has one answer for one key, which tells values apart', () => {
    const { source, rules } = stage({ url: 'https://crm.example/{customerId}/{mt1}' });
    const key = (customerId: string, mt1: string) =>
      source.keyOf(rules(), question(['customerId', customerId], ['mt1', mt1]));
    expect(key('a', 'b')).toBe(key('a', 'b'));
    expect(
      new Set([key('a', 'b'), key('b', 'a'), key('a","b', ''), key('ab', 'c'), key('a', 'bc')]).size,
    ).toBe(5);
  });
});

describe('an answer of an external system', () => {
  test.each<[string, OutgoingOutcome, object]>([
    ['that knows nobody', answered('no such customer', 404), { kind: 'nothing' }],
    ['that is empty', answered('', 204), { kind: 'nothing' }],
    ['that leads elsewhere', answered('{"score":1}', 302), { kind: 'failed', why: 'error' }],
    ['that is an error', answered('{"score":1}', 500), { kind: 'failed', why: 'error' }],
    ['that is no JSON', answered('<html>'), { kind: 'failed', why: 'error' }],
    ['that is too deep', answered('['.repeat(50_000) + ']'.repeat(50_000)), { kind: 'failed', why: 'error' }],
    ['that never came', { kind: 'failed', why: 'tooLong', detail: '' }, { kind: 'failed', why: 'tooLong' }],
    [
      'that is too large',
      { kind: 'failed', why: 'tooLarge', detail: '' },
      { kind: 'failed', why: 'tooLarge' },
    ],
    ['that was refused', { kind: 'failed', why: 'refused', detail: '' }, { kind: 'failed', why: 'refused' }],
    ['of nobody there', { kind: 'failed', why: 'unreachable', detail: '' }, { kind: 'failed', why: 'error' }],
  ])('%s', async (_, answer, outcome) => {
    expect(await stage(byId, answer).look()).toEqual(outcome);
  });

  test.each<[string, unknown, object]>([
    ['nothing', undefined, { kind: 'nothing' }],
    ['null', null, { kind: 'nothing' }],
    ['values that say nothing', { score: null, vip: '' }, { kind: 'nothing' }],
    ['values', { score: 0.5, vip: false }, { kind: 'found', values: { score: 0.5, vip: false } }],
    ['a list', [1], { kind: 'failed', why: 'error' }],
    ['a text', 'x', { kind: 'failed', why: 'error' }],
    ['an object in a value', { score: { a: 1 } }, { kind: 'failed', why: 'error' }],
    ['a list in a value', { score: [1] }, { kind: 'failed', why: 'error' }],
    ['a long text', { score: 'x'.repeat(513) }, { kind: 'failed', why: 'error' }],
    ['another name', { other: 1 }, { kind: 'failed', why: 'error' }],
  ])('that is mapped to %s', async (_, output, outcome) => {
    expect(await stage(byId, answered('{}'), { kind: 'made', output }).look()).toEqual(outcome);
  });

  test('whose mapping ends in no time is a failure', async () => {
    const { look } = stage(byId, answered('{}'), { kind: 'failed', why: 'tooLong' });
    expect(await look()).toEqual({ kind: 'failed', why: 'error' });
  });

  test('that does not count is told of once a minute, and nothing of it is shown', async () => {
    const { look, told } = stage(byId, answered('{"hidden":', 200));
    await look(question(['customerId', 'hidden-1']));
    await look(question(['customerId', 'hidden-2']));
    expect(told).toEqual([{ pipeline: 'web', step: 'http', why: 'the answer is no JSON' }]);
  });
});
