import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor, type Visitor } from '../kit/visitor.ts';

/** What is stored of a person: the profile, and each entry of the chain by its key. */
export interface StoredPerson {
  readonly profile: object | null;
  readonly entries: ReadonlyMap<number, object>;
}

/** The data past Kith, as whoever has the disk or the database reads and writes them. */
export interface RawData {
  person(umid: string): Promise<StoredPerson>;
  put(umid: string, person: StoredPerson): Promise<void>;
  tally(bucket: string): Promise<object>;
  putTally(bucket: string, tally: object): Promise<void>;
}

/** A Kith whose data can be written past it. */
export interface RawStage {
  url(): string;
  readonly env: Readonly<Record<string, string>>;
  /** Works on the data, where nobody else holds them if nobody else may. */
  alter<T>(work: (data: RawData) => Promise<T>): Promise<T>;
  readonly end: () => Promise<void>;
}

const NOBODY: StoredPerson = { profile: null, entries: new Map() };

const optIn = (visitor: Visitor, granted: boolean) => visitor.info('', { permission: { 'CS-OPT': granted } });

/** What `kith consent verify` finds of data that were put back, removed or exchanged past Kith. */
export const definePutBack = (title: string, open: () => Promise<RawStage>): void => {
  describe(title, () => {
    let stage: RawStage;
    let folder: string;
    const endings = useEndings();
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kith-kept-'));
      endings.push(() => rm(folder, { recursive: true }));
      stage = await open();
      endings.push(() => stage.end());
    }, 180_000);
    const verify = async (...args: readonly string[]) => {
      const command = ['consent', 'verify', '--account', 'demo', ...args, '--json'];
      const { exitCode, stdout } = await runKith(command, { env: stage.env });
      return { exitCode, found: JSON.parse(stdout) as unknown };
    };
    const intact = { exitCode: 0, found: { broken: [], brokenBuckets: [], putBack: [] } };

    test('an untouched account holds, and each way to put something back is found', async () => {
      const { alter } = stage;
      const [cut, removed, one, other] = Array.from({ length: 4 }, () => createVisitor(stage.url()));
      const umids = [];
      for (const visitor of [cut!, removed!, one!, other!]) umids.push((await optIn(visitor, true)).umid);
      const [cutUmid, removedUmid, oneUmid, otherUmid] = umids as [string, string, string, string];
      await one!.info('&customerId=put-back', {});
      const kept = join(folder, 'kept.json');
      expect(await verify('--keep', kept)).toMatchObject(intact);
      expect(await readFile(kept, 'utf8')).toContain(`"${cutUmid.slice(0, 3)}"`);

      const before = await alter((data) => data.person(cutUmid));
      await optIn(cut!, false);
      expect(await verify('--since', kept)).toMatchObject(intact);
      const after = await alter((data) => data.person(cutUmid));
      await alter((data) => data.put(cutUmid, before));
      const bucket = cutUmid.slice(0, 3);
      expect(await verify()).toMatchObject({
        exitCode: 1,
        found: { broken: [], brokenBuckets: [{ bucket, fault: 'headsDiffer' }] },
      });
      expect(await verify('umid', cutUmid)).toMatchObject({
        exitCode: 1,
        found: { kind: 'bucketBroken', bucket },
      });
      await alter((data) => data.put(cutUmid, after));
      expect(await verify()).toMatchObject(intact);

      const person = await alter((data) => data.person(removedUmid));
      await alter((data) => data.put(removedUmid, NOBODY));
      expect(await verify()).toMatchObject({
        exitCode: 1,
        found: { broken: [], brokenBuckets: [{ bucket: removedUmid.slice(0, 3), fault: 'headsDiffer' }] },
      });
      await alter((data) => data.put(removedUmid, person));

      const [of, to] = await alter(
        async (data) => [await data.person(oneUmid), await data.person(otherUmid)] as const,
      );
      await alter(async (data) => {
        await data.put(oneUmid, { profile: of.profile, entries: to.entries });
        await data.put(otherUmid, { profile: to.profile, entries: of.entries });
      });
      const exchanged = await verify();
      expect(exchanged.exitCode).toBe(1);
      expect(JSON.stringify(exchanged.found)).toContain(oneUmid);
      expect(JSON.stringify(exchanged.found)).toContain(otherUmid);
      await alter(async (data) => {
        await data.put(oneUmid, of);
        await data.put(otherUmid, to);
      });
      expect(await verify()).toMatchObject(intact);
    }, 300_000);

    test('a bucket that was put back whole is found by what was kept of it elsewhere', async () => {
      const visitor = createVisitor(stage.url());
      const { umid } = await optIn(visitor, true);
      const bucket = umid.slice(0, 3);
      const [person, tally] = await stage.alter(
        async (data) => [await data.person(umid), await data.tally(bucket)] as const,
      );
      await optIn(visitor, false);
      const kept = join(folder, 'later.json');
      await verify('--keep', kept);
      await stage.alter(async (data) => {
        await data.put(umid, person);
        await data.putTally(bucket, tally);
      });
      expect(await verify()).toMatchObject(intact);
      expect(await verify('--since', kept)).toMatchObject({ exitCode: 1, found: { putBack: [bucket] } });
      const nothing = await runKith(['consent', 'verify', '--account', 'demo', '--since', folder], {
        env: stage.env,
      });
      expect(nothing).toMatchObject({ exitCode: 1, stdout: '' });
      expect(nothing.stderr).toContain('keeps no tallies');
    }, 300_000);
  });
};
