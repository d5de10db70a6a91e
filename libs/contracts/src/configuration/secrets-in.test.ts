import { describe, expect, test } from 'vitest';
import { secretsIn } from './secrets-in.ts';

const read = (text: string) => secretsIn(new Map([['/run/keys', Buffer.from(text)]]), '/run/keys');

describe('a file of secrets', () => {
  test.each([
    ['one secret', 'only', ['only']],
    ['one secret a line', ' first \r\n\nsecond\n', ['first', 'second']],
    ['a JSON array', '["first", "second"]\n', ['first', 'second']],
    ['a secret that only begins like an array', '[first', ['[first']],
    ['a secret that is a number', '20261121', ['20261121']],
  ])('may hold %s', (_, text, secrets) => {
    expect(read(text)).toEqual(secrets);
  });

  test.each(['', ' \n \n', '[]', '[""]'])('that holds none (%j) is refused by its name', (text) => {
    expect(() => read(text)).toThrow('/run/keys: holds no secret');
  });

  test('that was not read is as one that holds none', () => {
    expect(() => secretsIn(new Map(), '/run/keys')).toThrow('/run/keys: holds no secret');
  });
});
