import { expect, test } from 'vitest';
import { errorSentence } from './error-sentence.ts';

test('the sentence has the words of the error and those of its cause', () => {
  const error = new Error('the commit failed', { cause: new Error('no room') });
  expect(errorSentence(error)).toBe('the commit failed (no room)');
});

test('words of the cause that the error repeats are said once', () => {
  const error = new Error('resolver: connection refused', { cause: new Error('connection refused') });
  expect(errorSentence(error)).toBe('resolver: connection refused');
});
