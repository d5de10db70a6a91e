import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const counted = (count: number | bigint, noun: string): string =>
  `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;

const amount = (origin: string, bound: number | bigint): string => {
  if (origin === 'string') return counted(bound, 'character');
  if (origin === 'array' || origin === 'set') return counted(bound, 'element');
  return origin === 'object' || origin === 'map' ? counted(bound, 'member') : String(bound);
};

const names: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const verbOf = ({ origin }: { readonly origin: string }): string => (origin === 'number' ? 'be' : 'have');

const unlessMissing = ({ input }: RawIssue, sentence: string): string =>
  input === undefined ? 'is missing' : sentence;

const expectation = (expected: string): string => names[expected] ?? expected;

/**
 * What is wrong, as the end of a sentence that begins with the place; undefined leaves zod's own words.
 * Given to a parse as its `error`, it yields to what a schema says for itself.
 */
export const issueSentence = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return unlessMissing(issue, `must be ${expectation(issue.expected)}`);
    case 'invalid_value':
      return unlessMissing(issue, `must be one of ${issue.values.map(String).join(', ')}`);
    case 'too_small':
      return `must ${verbOf(issue)} at least ${amount(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must ${verbOf(issue)} at most ${amount(issue.origin, issue.maximum)}`;
    case 'unrecognized_keys':
      return 'unknown member';
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return undefined;
  }
};
