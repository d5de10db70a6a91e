import { describe, expect, test, type afterAll } from 'vitest';
import { useEndings } from './use-endings.ts';

describe('what a suite has begun', () => {
  const ended: string[] = [];
  describe('in some tests,', () => {
    const endings = useEndings();
    test('is told one after the other', () => {
      for (const name of ['first', 'second']) endings.push(() => ended.push(name));
      expect(ended).toEqual([]);
    });
  });

  test('has ended after them, the last first', () => {
    expect(ended).toEqual(['second', 'first']);
  });
});

describe('an ending that fails', () => {
  const ended: string[] = [];
  let after: () => unknown = () => undefined;
  const endings = useEndings(((end: () => unknown) => {
    after = end;
  }) as typeof afterAll);

  test('keeps nothing else from its end, and is what is shown', async () => {
    endings.push(() => ended.push('first'));
    endings.push(() => Promise.reject(new Error('does not end')));
    endings.push(() => ended.push('last'));
    await expect(Promise.resolve(after())).rejects.toThrow('does not end');
    expect(ended).toEqual(['last', 'first']);
  });
});
