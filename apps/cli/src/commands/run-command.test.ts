import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, notFound } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { composeConnections } from '../compose.ts';
import { terminalOver } from '../terminal.ts';
import type { Connections } from '../connections/connections.ts';
import { runCommand } from './run-command.ts';

const groups = ['user', 'keys', 'import', 'consent', 'dead-letters', 'destinations', 'audit', 'export'];
const commands = [
  'user add',
  'user list',
  'user passwd',
  'user remove',
  'keys list',
  'keys rotate',
  'keys revoke',
  'import permissions',
  'import profiles',
  'consent history',
  'consent verify',
  'consent receipt',
  'dead-letters list',
  'dead-letters show',
  'dead-letters replay',
  'dead-letters drop',
  'destinations list',
  'destinations status',
  'destinations pause',
  'destinations resume',
  'destinations replay',
  'audit list',
  'audit verify',
  'explain',
  'doctor',
  'unmerge',
  'recompute',
  'erase',
  'export person',
  'export audience',
];

/** What comes of a line behind `kith`, in this process: what is asked wrongly, or is help, asks nobody else. */
const kith = async (line: string, found: Partial<Connections> = {}) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = terminalOver({ stdin: Readable.from([]), stdout, stderr, exit: () => undefined });
  const args = line === '' ? [] : line.split(' ');
  const connections = { ...composeConnections(terminal), ...found };
  const came = await runCommand(args, { connections, terminal });
  const exitCode = await terminal.exitCode(came);
  stdout.end();
  stderr.end();
  return { exitCode, stdout: await text(stdout), stderr: await text(stderr) };
};

describe('how kith is used', () => {
  test.each(['', ...groups, ...commands])('kith %s --help tells it on standard output', async (command) => {
    const { exitCode, stdout, stderr } = await kith(`${command} --help`.trim());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: kith ${command}`));
  });

  test('the help of export has the form without its word too', async () => {
    expect((await kith('export --help')).stdout).toContain('kith export <id-name> <id-value> --account');
  });

  test.each([
    ['no command', ''],
    ['a group without a command', 'user'],
    ['a command that does not exist', 'usr'],
    ['a command that its group does not have', 'user rename'],
    ['an option that does not exist', 'user list --account demo --yaml'],
    ['an option without its value', 'user list --account'],
    ['a required option left out', 'user list'],
    ['an argument too many', 'user list --account demo another'],
    ['a umid that is none', 'unmerge --account demo 4711'],
    ['a dead letter whose id is none', 'dead-letters show elsewhere'],
    ['a change of no dead letters', 'dead-letters replay --reason x'],
    ['a change of all dead letters that is not confirmed', 'dead-letters drop --all --reason x'],
    ['a change of some dead letters and of all', 'dead-letters drop tracking/0/1 --all --yes --reason x'],
    ['a change of dead letters without a reason', 'dead-letters drop tracking/0/1'],
    ['a replay of nothing', 'destinations replay hook'],
    ['a replay since a time that is not confirmed', 'destinations replay hook --since 2026-01-01'],
    ['a replay since a time that is none', 'destinations replay hook --since yesterday --yes'],
    ['more dead letters than are listed at once', 'dead-letters list --limit 501'],
    ['an endpoint without its pipeline', 'doctor https://id.example.com'],
    ['an address that is none', 'doctor id.example.com'],
    ['a header that is none', 'explain /op/web/info --header nonsense'],
    ['nothing said of where the password comes from', 'user add --account demo --username eve'],
    ['nothing said of where the new password comes from', 'user passwd --account demo --username eve'],
    ['a key that is not named', 'keys revoke'],
    ['an argument that keys do not take', 'keys rotate now'],
    ['a reason that says nothing', 'keys rotate --reason='],
    ['nobody and no segment to export', 'export'],
    ['a person to export without a reason', 'export customerId 7 --account demo'],
    ['an audience in a form that there is none of', 'export audience a --account demo --format xml'],
    ['a trail that there is none of', 'audit list --account demo --trail tokens'],
  ])('%s is wrong usage: exit code 2, and nothing on standard output', async (_what, line) => {
    const { exitCode, stdout, stderr } = await kith(line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('a command that fails', () => {
  const failing = (error: Error): Partial<Connections> => ({ withUsers: () => Promise.reject(error) });
  const unknownAccount: Partial<Connections> = {
    withUsers: (work) =>
      work({ list: async () => ({ kind: 'unknownAccount' }) } as unknown as Parameters<typeof work>[0]),
  };

  test.each<[string, Partial<Connections>, string]>([
    ['an account that there is not', unknownAccount, 'unknown_account'],
    ['a wrong setting', failing(new ConfigurationError(['PORT: must be a number'])), 'bad_configuration'],
    ['an app that is not there', failing(new Unavailable('the app', 'ended')), 'unavailable'],
    [
      'an app that answers with a problem',
      failing(new Unavailable('the app', 'answered', { code: 'overloaded' })),
      'overloaded',
    ],
    [
      'an app that answers with a code of the future',
      failing(new Unavailable('the app', 'answered', { code: 'gone_fishing' })),
      'unavailable',
    ],
    ['a problem of the work itself', failing(notFound()), 'not_found'],
    ['anything else', failing(new Error('broken')), 'command_failed'],
  ])('by %s says so by a code where JSON was asked for', async (_what, found, code) => {
    const plain = await kith('user list --account demo', found);
    const json = await kith('user list --account demo --json', found);
    expect(plain).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^kith: [^\n]+\n$/),
    });
    expect(json).toEqual({ ...plain, stderr: `${plain.stderr}${JSON.stringify({ code })}\n` });
  });
});
