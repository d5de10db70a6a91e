import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { MongoClient } from 'mongodb';
import type { OwnServers } from '../suite/own-servers.ts';
import { takeServers } from '../suite/shared-servers.ts';
import { runKith } from './run-kith.ts';

const taken: OwnServers[] = [];
const endings = useEndings();
beforeAll(async () => {
  taken.push(await takeServers());
  endings.push(() => taken[0]!.stop());
}, 120_000);

/** A database that no app has seen, and its name. */
const freshDatabase = () => {
  const name = `kith-e2e-${randomBytes(6).toString('hex')}`;
  const server = taken[0]!.environment['MONGODB_URI'] ?? '';
  const uri = new URL(server);
  uri.pathname = `/${name}`;
  const client = new MongoClient(server);
  endings.push(() => client.close());
  return { env: { MONGODB_URI: uri.href }, name, database: client.db(name) };
};

interface Step {
  readonly version: number;
  readonly does: string;
  readonly waitsFor: readonly unknown[];
}

test.each([[[]], [['--credentials']]])(
  'kith migrate brings a database to its layout, says what it would do and whom it waits for: %s',
  async (of) => {
    const { env, name, database } = freshDatabase();
    const kith = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await runKith(['migrate', ...words, ...of, '--json'], { env });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      return JSON.parse(stdout) as unknown;
    };
    const steps = (await kith('plan')) as readonly Step[];
    const latest = steps.at(-1)!.version;
    expect(await kith('status')).toEqual({ version: 0, expanded: 0, contracted: 0, latest, programs: [] });
    const whole = { version: latest, expanded: latest, contracted: latest, latest, programs: [] };
    expect(await kith('run')).toEqual(whole);
    expect(await kith('plan')).toEqual([]);
    expect(await kith('run', '--no-wait')).toEqual(whole);

    // An app of before that runs is named, and not waited for where that was not asked for.
    const [program, schema] = [
      database.collection('programs'),
      database.collection<{ _id: string }>('schema'),
    ];
    const until = new Date(Date.now() + 600_000);
    const old = { app: 'identity-resolver', host: 'kith-1', pid: 7, needs: 1, knows: 1, until };
    await program.insertOne(old);
    await schema.updateOne({ _id: 'schema' }, { $set: { version: latest - 1, contracted: latest - 1 } });
    const { app, host, pid, knows } = old;
    expect(await kith('status')).toMatchObject({ programs: [{ app, host, pid, knows }] });
    const left = (await kith('plan')) as readonly Step[];
    for (const { does, waitsFor } of left)
      expect({ does, waitsFor }).toMatchObject({ does: 'contract', waitsFor: [{ app }] });
    const wrong = await runKith(['migrate', 'status', ...(of.length === 0 ? ['--credentials'] : [])], {
      env,
    });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stderr).toContain(`MONGODB_URI: ${name} is not the database of`);
  },
  240_000,
);

test('kith migrate without a database is refused with a sentence', async () => {
  const { exitCode, stderr } = await runKith(['migrate', 'run'], { env: { DATA_DIR: '/nowhere' } });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('MONGODB_URI: is missing');
});
