import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Unavailable } from '@kith/ports';
import { ampleDeadline, manyOf, temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openJson } from './collection.ts';
import { NoData } from './data-directory.ts';
import { DirectoryInUse } from './directory-holder.ts';
import { openEnvironment } from './environment.ts';
import { SchemaTooNew, type Migration } from './migration.ts';

const FIRST: Migration = { version: 1, name: 'first layout', migrate: () => undefined };

const directories: TemporaryDirectory[] = [];
const directory = (): string => directories.at(-1)!.path;

const endings = useEndings(afterEach);
beforeEach(async () => {
  const made = await temporaryDirectory();
  endings.push(made.remove);
  directories.push(made);
});

describe('a data directory', () => {
  test('that a living process holds is refused by a sentence that names it, and stays usable', async () => {
    const holder = await openEnvironment(directory(), [FIRST]);
    const second = openEnvironment(directory(), [FIRST]);
    await expect(second).rejects.toThrow(DirectoryInUse);
    await expect(second).rejects.toThrow(`${directory()} is in use by the process ${process.pid}`);
    const numbers = openJson<number>(holder.root, 'numbers');
    await holder.write(ampleDeadline(), () => numbers.put(['one'], 1));
    expect(await holder.read(ampleDeadline(), () => numbers.get(['one']))).toBe(1);
    await holder.close();
  });

  test('is free again once it was closed', async () => {
    await (await openEnvironment(directory(), [FIRST])).close();
    await (await openEnvironment(directory(), [FIRST])).close();
  });

  test('goes to one of several that open it at once', async () => {
    const opened = await Promise.allSettled(manyOf(5, () => openEnvironment(directory(), [FIRST])));
    const winners = opened.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await winners[0]!.value.close();
  });
});

describe('an environment that must exist', () => {
  const mustExist = { mustExist: true };

  test('is not made where there is none: the failure names the directory, and nothing is there afterwards', async () => {
    const nowhere = join(directory(), 'data', 'store');
    const refused = openEnvironment(nowhere, [FIRST], mustExist);
    await expect(refused).rejects.toThrow(NoData);
    await expect(refused).rejects.toThrow(`there is no data in ${nowhere}`);
    expect(await readdir(directory())).toEqual([]);
  });

  test('is not made in a directory that is empty, or in what is none', async () => {
    const empty = join(directory(), 'empty');
    await mkdir(empty);
    await expect(openEnvironment(empty, [FIRST], mustExist)).rejects.toThrow(NoData);
    expect(await readdir(empty)).toEqual([]);
    await expect(openEnvironment('/dev/null/store', [FIRST], mustExist)).rejects.toThrow(NoData);
  });

  test('is opened where it is', async () => {
    await (await openEnvironment(directory(), [FIRST])).close();
    await (await openEnvironment(directory(), [FIRST], mustExist)).close();
  });
});

describe('a write', () => {
  test('that throws leaves nothing behind and disturbs no other of the same commit', async () => {
    const environment = await openEnvironment(directory(), [FIRST]);
    const numbers = openJson<number>(environment.root, 'numbers');
    const outcomes = await Promise.allSettled(
      manyOf(90, (index) =>
        environment.write(ampleDeadline(), () => {
          numbers.put(['number', index], index);
          if (index % 3 === 0) throw new Error('changed its mind');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30);
    const all = { start: ['number', 0], end: ['number', 90] };
    expect(numbers.values(all)).toEqual(manyOf(90, Number).filter((index) => index % 3 !== 0));
    await environment.close();
  });

  test('shares its transaction with those that are made meanwhile, also where some of them throw', async () => {
    const environment = await openEnvironment(directory(), [FIRST]);
    const numbers = openJson<number>(environment.root, 'numbers');
    const transactions = (): number => (environment.root.getStats() as { lastTxnId: number }).lastTxnId;
    const first = environment.write(ampleDeadline(), () => numbers.put(['first'], 0));
    const before = transactions();
    const all = (throwing: number) =>
      Promise.allSettled(
        manyOf(200, (index) =>
          environment.write(ampleDeadline(), () => {
            numbers.put(['number', index], index);
            if (index === throwing) throw new Error('changed its mind');
          }),
        ),
      );
    await Promise.all([first, all(-1)]);
    expect(transactions() - before).toBeLessThanOrEqual(10);
    const between = transactions();
    await all(100);
    expect(transactions() - between).toBeLessThanOrEqual(10);
    await environment.close();
  });

  test('that waits for its transaction is written before the end', async () => {
    const environment = await openEnvironment(directory(), [FIRST]);
    const numbers = openJson<number>(environment.root, 'numbers');
    const writes = manyOf(10, (index) =>
      environment.write(ampleDeadline(), () => numbers.put(['number', index], index)),
    );
    await Promise.all([...writes, environment.close()]);
    const again = await openEnvironment(directory(), [FIRST]);
    const all = { start: ['number', 0], end: ['number', 10] };
    expect(openJson<number>(again.root, 'numbers').values(all)).toHaveLength(10);
    await again.close();
  });

  test('whose turn comes after its deadline writes nothing', async () => {
    const environment = await openEnvironment(directory(), [FIRST]);
    const numbers = openJson<number>(environment.root, 'numbers');
    const left = [1_000, 1_000, 0];
    const expiring = { remainingMs: () => left.shift() ?? 0 };
    const late = environment.write(expiring, () => numbers.put(['late'], 1));
    left.length = 1;
    await expect(late).rejects.toThrow(Unavailable);
    expect(await environment.read(ampleDeadline(), () => numbers.get(['late']))).toBe(undefined);
    await environment.close();
  });

  test('after the end is refused, not lost', async () => {
    const environment = await openEnvironment(directory(), [FIRST]);
    await environment.close();
    await expect(environment.write(ampleDeadline(), () => 1)).rejects.toThrow(Unavailable);
    await expect(environment.read(ampleDeadline(), () => 1)).rejects.toThrow(Unavailable);
  });
});

describe('the schema of a store', () => {
  const renamed: Migration = {
    version: 2,
    name: 'people become persons',
    migrate: (root) => {
      const [people, persons] = [openJson<string>(root, 'people'), openJson<string>(root, 'persons')];
      for (const { key, value } of people.entries({ start: [0], end: [9] })) persons.put(key, value);
    },
  };
  const shouted: Migration = {
    version: 3,
    name: 'persons shout',
    migrate: (root) => {
      const persons = openJson<string>(root, 'persons');
      persons.put([1], persons.get([1])!.toUpperCase());
    },
  };

  const olderStore = async (): Promise<void> => {
    const older = await openEnvironment(directory(), [FIRST]);
    const people = openJson<string>(older.root, 'people');
    await older.write(ampleDeadline(), () => people.put([1], 'ada'));
    await older.close();
  };

  test('that an older program made is brought up to date, each step once and in order', async () => {
    await olderStore();
    for (let start = 1; start <= 2; start += 1) {
      const environment = await openEnvironment(directory(), [shouted, FIRST, renamed]);
      expect(openJson<string>(environment.root, 'persons').values({ start: [0], end: [9] })).toEqual(['ADA']);
      await environment.close();
    }
    await expect(openEnvironment(directory(), [FIRST, renamed])).rejects.toThrow('schema version 3');
  });

  test('stays as it was where a step fails, and is mended by the next start', async () => {
    await olderStore();
    const failing: Migration = {
      ...renamed,
      migrate: (root) => {
        renamed.migrate(root);
        throw new Error('no room');
      },
    };
    await expect(openEnvironment(directory(), [FIRST, failing])).rejects.toThrow('no room');
    const older = await openEnvironment(directory(), [FIRST]);
    expect(openJson<string>(older.root, 'people').get([1])).toBe('ada');
    await older.close();
    await (await openEnvironment(directory(), [FIRST, renamed])).close();
  });

  test('that is newer than the program is refused by a sentence', async () => {
    await (await openEnvironment(directory(), [FIRST, { ...renamed, migrate: () => undefined }])).close();
    const older = openEnvironment(directory(), [FIRST]);
    await expect(older).rejects.toThrow(SchemaTooNew);
    await expect(older).rejects.toThrow(
      `the data in ${directory()} has schema version 2, but this program knows versions up to 1`,
    );
  });
});
