import { describe, expect, test } from 'vitest';
import { createGroupLock } from './group-lock.ts';

const createGate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a group lock', () => {
  test('is held by one group at a time, and who waits goes before who comes later', async () => {
    const { run } = createGroupLock<'a' | 'b'>();
    const holding: string[] = [];
    const [first, second] = [createGate(), createGate()];
    const visit = (group: 'a' | 'b', name: string, leave: Promise<void>) =>
      run(group, async () => {
        holding.push(name);
        await leave;
      });
    const visits = [
      visit('a', 'a1', first.passed),
      visit('a', 'a2', first.passed),
      visit('b', 'b1', second.passed),
      visit('a', 'a3', Promise.resolve()),
      visit('b', 'b2', second.passed),
    ];
    await turn();
    expect(holding).toEqual(['a1', 'a2']);
    first.open();
    await turn();
    expect(holding).toEqual(['a1', 'a2', 'b1', 'b2']);
    second.open();
    await Promise.all(visits);
    expect(holding).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  test('is given back by work that fails', async () => {
    const { run } = createGroupLock<'a' | 'b'>();
    const failing = run('a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await run('b', async () => 'through')).toBe('through');
  });
});
