import { expect, test } from 'vitest';
import { ConfigurationError } from '@kith/platform';
import { someSecrets } from './pipeline-secrets.ts';

const read = (text: string) => () => someSecrets(new Map([['/run/keys', Buffer.from(text)]]), '/run/keys');

test('a file of secrets is a fault of the configuration where it holds none, and shows nothing of it', () => {
  expect(read('first\nsecond')()).toEqual(['first', 'second']);
  expect(read('[""]')).toThrow(new ConfigurationError(['/run/keys: holds no secret']));
  expect(read('[""]')).toThrow(ConfigurationError);
});
