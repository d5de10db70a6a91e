import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { addUser, runKith, type KithRun } from './run-kith.ts';

/** An entry as the store has it. */
export type StoredEntry = Readonly<Record<string, unknown>>;

/** auth-token's data, which nobody runs on. */
export type Credentials = {
  readonly env: KithRun['env'];
  /** The entries of a trail, in their order. */
  readonly entries: (account: string) => Promise<readonly StoredEntry[]>;
  /** Puts these in their place, as somebody could who may write the store: null leaves a gap. */
  readonly replace: (account: string, entries: readonly (StoredEntry | null)[]) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** How long a command may take on a loaded machine, in milliseconds. */
const SLOW_MS = 120_000;
/** The trail of the keys, which belong to no account. */
const NO_ACCOUNT = '*';

/** Whether a tampered trail of auth-token is found, wherever its data lie. */
export const defineAudit = (name: string, open: () => Promise<Credentials>): void =>
  void describe(name, () => {
    let credentials: Credentials;
    let users: readonly StoredEntry[];
    const endings = useEndings();
    beforeAll(async () => {
      credentials = await open();
      endings.push(() => credentials.end());
      for (const user of ['a', 'b', 'c', 'd']) await addUser(credentials.env, user);
      users = await credentials.entries('demo');
    }, 4 * SLOW_MS);
    beforeEach(() => credentials.replace('demo', users));

    const kith = (...args: readonly string[]) => runKith(args, { env: credentials.env });
    const verify = async (trail: string) => {
      const { exitCode, stdout } = await kith(
        ...['audit', 'verify', '--account', 'demo', '--trail', trail, '--json'],
      );
      return { exitCode, verdicts: JSON.parse(stdout) as unknown };
    };
    const broken = (trail: string, sequence: number, fault: string) => ({
      exitCode: 1,
      verdicts: [{ trail, kind: 'broken', sequence, fault }],
    });

    test('a trail that nobody has touched holds', async () => {
      expect(users).toHaveLength(4);
      expect(await verify('users')).toEqual({
        exitCode: 0,
        verdicts: [{ trail: 'users', kind: 'intact', entries: 4 }],
      });
    });

    test.each<[string, (entries: readonly StoredEntry[]) => readonly (StoredEntry | null)[], number, string]>(
      [
        ['a changed entry', (all) => all.with(1, { ...all[1], by: 'nobody@host' }), 2, 'tampered'],
        ['a removed entry', (all) => [all[0]!, null, ...all.slice(2)], 2, 'missing'],
        ['an exchanged entry', (all) => [all[0]!, all[2]!, all[1]!, all[3]!], 2, 'misplaced'],
        ['a removed last entry', (all) => all.slice(0, 3), 4, 'missing'],
      ],
    )('%s is found', async (_what, change, sequence, fault) => {
      await credentials.replace('demo', change(users));
      expect(await verify('users')).toEqual(broken('users', sequence, fault));
    });

    test('an added last entry is found, and no further act is done', async () => {
      await credentials.replace('demo', [...users, { ...users[3], sequence: 5 }]);
      expect(await verify('users')).toEqual(broken('users', 5, 'tampered'));
      const { exitCode, stderr } = await addUser(credentials.env, 'late');
      expect({ exitCode, lines: stderr.trimEnd().split('\n') }).toEqual({
        exitCode: 1,
        lines: [expect.stringContaining('kith audit verify')],
      });
      expect((await kith('user', 'list', '--account', 'demo')).stdout).not.toContain('late');
    });

    test(
      'the same holds for the keys, and an entry that cannot be read is listed as such',
      async () => {
        for (const reason of ['first', 'second']) await kith('keys', 'rotate', '--reason', reason);
        const [first, second] = await credentials.entries(NO_ACCOUNT);
        await credentials.replace(NO_ACCOUNT, [second!, first!]);
        expect(await verify('keys')).toEqual(broken('keys', 1, 'misplaced'));
        await credentials.replace(NO_ACCOUNT, [first!, { at: 'nonsense' }]);
        const listed = await kith('audit', 'list', '--account', 'demo', '--trail', 'keys');
        expect(listed.stdout.trimEnd().split('\n')).toEqual([
          expect.stringMatching(/^keys +1 .* rotateKeys .* "first"$/),
          expect.stringMatching(/^keys +2 +cannot be read$/),
        ]);
      },
      3 * SLOW_MS,
    );
  });
