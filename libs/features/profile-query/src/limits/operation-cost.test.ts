import { describe, expect, test } from 'vitest';
import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { operationCost } from './operation-cost.ts';

const schema = buildSchema(`
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  type Query {
    person: Person
    persons(first: Int = 20, last: Int): Persons! @listSize(slicingArguments: ["first", "last"], assumedSize: 30)
    unbounded(first: Int): Persons! @listSize(slicingArguments: ["first"], assumedSize: 30)
  }
  type Persons { edges: [Edge!]! }
  type Edge { cursor: String! node: Person! }
  type Person {
    umid: String!
    identifiers: [String!]! @listSize(assumedSize: 64)
    events(first: Int = 10): Events! @listSize(slicingArguments: ["first"])
  }
  type Events { edges: [EventEdge!]! }
  type EventEdge { node: Event! }
  type Event { id: String! }
`);

const costOf = (text: string, variables: Readonly<Record<string, unknown>> = {}): number => {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  return operationCost({ schema, document, operation, variables });
};

describe('a list counts', () => {
  test.each<[string, number]>([
    ['{ persons(first: 100) { edges { cursor } } }', 100 * 3],
    ['{ persons { edges { cursor } } }', 20 * 3],
    ['{ persons(first: null) { edges { cursor } } }', 30 * 3],
    ['{ persons(first: 5, last: 50) { edges { cursor } } }', 50 * 3],
    ['{ unbounded { edges { cursor } } }', 30 * 3],
    ['{ person { umid identifiers } }', 1 + 1 + 64],
  ])('in %s as what it can hold: %d', (text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  test.each<[Readonly<Record<string, unknown>>, number]>([
    [{ n: 7 }, 7 * 3],
    [{}, 20 * 3],
    [{ n: null }, 30 * 3],
  ])('with the variables %j as these say', (variables, cost) => {
    expect(costOf('query ($n: Int) { persons(first: $n) { edges { cursor } } }', variables)).toBe(cost);
  });

  test.each([0, -5, -2_147_483_648])('of %d as one, and makes nothing cheaper', (first) => {
    expect(costOf(`{ persons(first: ${first}) { edges { cursor } } }`)).toBe(3);
  });

  test('within a list as often as there are values', () => {
    const events = 10 * (1 + 1 + 1 + 1);
    expect(costOf('{ persons(first: 100) { edges { node { events { edges { node { id } } } } } } }')).toBe(
      100 * (1 + 1 + 1 + events),
    );
  });
});

test('a fragment costs what it holds wherever it is spread, and is looked at once', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `fragment F${level} on Person { ...F${level + 1} ...F${level + 1} }`,
  );
  const text = `{ persons(first: 2) { edges { node { ...F0 } } } } ${levels.join(' ')} fragment F30 on Person { umid }`;
  expect(costOf(text)).toBe(2 * (1 + 1 + 1 + 2 ** 30));
});
