import { describe, expect, test } from 'vitest';
import { createEvaluator } from './evaluator.ts';
import { MAX_OUTPUT } from './limits.ts';

/** For as long as a busy machine may need: what ends too late is told by a test of its own. */
const evaluate = createEvaluator(60_000);

const ask = (
  expression: string | Readonly<Record<string, string>>,
  element: Readonly<Record<string, unknown>> = {},
) => {
  const expressions = typeof expression === 'string' ? { own: expression } : expression;
  const mappings = Object.entries(expressions).map(([name, text]) => ({ name, expression: text }));
  return evaluate({ kind: 'mapping', pipeline: 'web', mappings, element, receivedAt: 1_800_000_000_000 }, []);
};

const made = async (
  expression: string,
  element: Readonly<Record<string, unknown>> = {},
): Promise<unknown> => {
  const reply = await ask(expression, element);
  return reply.kind === 'made' ? (JSON.parse(reply.json) as unknown) : reply;
};

describe('an own mapping', () => {
  test('finds the element, the pipeline and the time of receipt', async () => {
    const expression = '{"page": {"name": title, "from": $pipeline, "timestamp": $receivedAt}}';
    expect(await made(expression, { title: 'Home' })).toEqual({
      page: { name: 'Home', from: 'web', timestamp: 1_800_000_000_000 },
    });
  });

  test.each(['nothing.of.the.kind', 'null', '[]', '{}', '$filter([1], function($x) { $x = 2 })'])(
    'that comes to nothing (%s) leaves the element to the next one',
    async (expression) => {
      expect(await ask({ first: expression, second: '{"action": {"name": "second"}}' })).toEqual({
        kind: 'made',
        mapping: 'second',
        json: '{"action":{"name":"second"}}',
      });
      expect(await ask(expression)).toEqual({ kind: 'nothing' });
    },
  );

  test('that fails is the last one asked, and tells a code and nothing of the element', async () => {
    const reply = await ask({ first: '1 + secret', second: '1' }, { secret: 'of the visitor' });
    expect(reply).toEqual({ kind: 'failed', why: 'error', mapping: 'first', code: 'T2002' });
  });

  test.each([
    ['{"page": {"name": title, "f": $sum, "g": function($x) { $x }, "h": /x/}}', { page: { name: 'Home' } }],
    ['{"page": {"all": [title, $sum, $uppercase(?), 1]}}', { page: { all: ['Home', 1] } }],
    ['{"page": data}', { page: { implementation: 'a', environment: null, _jsonata_function: true } }],
  ])('leaves out functions, which are no data: %s', async (expression, output) => {
    const data = { implementation: 'a', environment: null, _jsonata_function: true };
    expect(await made(expression, { title: 'Home', data })).toEqual(output);
  });

  test('that makes but a function comes to nothing', async () => {
    for (const expression of ['$sum', 'function($x) { $x }', '[$sum]']) {
      expect(await ask(expression)).toEqual({ kind: 'nothing' });
    }
  });

  test('leaves nothing behind for the next element', async () => {
    expect(await made('($left := "behind"; {"x": $left})')).toEqual({ x: 'behind' });
    expect(await ask('{"x": $left}')).toEqual({ kind: 'nothing' });
  });

  test.each([
    '$lookup($, "constructor")',
    '$lookup($, "__proto__")',
    '"".constructor',
    'constructor.constructor("return process")()',
    '$string.constructor',
    '$each($, function($v, $k) { $k })',
  ])('sees no more than the element itself: %s', async (expression) => {
    expect(['nothing', 'failed']).toContain((await ask(expression)).kind);
  });

  test('can give a member the name of the prototype and change no prototype', async () => {
    await ask('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    await ask('$merge([$, {"__proto__": {"polluted": true}}])');
    await ask('$ ~> |$|{"__proto__": {"polluted": true}}|');
    expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  });

  test.each([
    ['makes more than may be kept', `$pad("", ${MAX_OUTPUT}, "x")`, 'tooLarge'],
    ['makes a sequence without measure', '[1..9999999]', 'error'],
    ['joins lists without measure', '($f := function($s) { $f($append($s, $s)) }; $f([1, 2]))', 'error'],
    ['nests without end', '($f := function($n) { 1 + $f($n + 1) }; $f(0))', 'error'],
  ])('that %s fails', async (_, expression, why) => {
    expect(await ask(expression)).toMatchObject({ kind: 'failed', why });
  });

  test('that calls itself without end fails by its time', async () => {
    const mappings = [{ name: 'own', expression: '($f := function() { $f() }; $f())' }];
    const question = { kind: 'mapping', pipeline: 'web', mappings, element: {}, receivedAt: 0 } as const;
    expect(await createEvaluator()(question, [])).toMatchObject({ kind: 'failed', why: 'tooLong' });
  });

  test('finds members by any name, also of functions and prototypes', async () => {
    const element = { constructor: 'a', hasOwnProperty: 'b', toString: 'c', length: 'd', sequence: true };
    expect(await made('{"all": [constructor, hasOwnProperty, toString, length]}', element)).toEqual({
      all: ['a', 'b', 'c', 'd'],
    });
  });
});
