import { randomUUID } from 'node:crypto';
import { createBackOff, NO_DEADLINE, pause } from '@kith/platform';
import { MAX_CALL_MS } from './bounded.ts';
import type { Connection } from './connection.ts';
import { programsOf, readLayout, type ProgramDocument } from './layout-documents.ts';
import { whileLocked, type LayoutLock } from './layout-lock.ts';
import {
  latestVersion,
  makeCollection,
  SchemaTooNew,
  type Expansion,
  type Layout,
  type Migration,
  type MigrationProgress,
  type Replacement,
  type TellProgress,
} from './migration.ts';

const TELL_EVERY_MS = 5_000;
/** What a lapsed entry may still tell, in seconds: who ran here an hour ago. */
const REMEMBERED_S = 3_600;
const patience = createBackOff({ firstMs: 50, maxMs: 1_000, jitter: 0.5, random: Math.random });

/** Told, every few seconds, how far a migration is that takes long. */
export type OnProgress = (progress: MigrationProgress) => void;

/** A program that has the database open. */
export interface RunningProgram {
  readonly app: string;
  readonly host: string;
  readonly pid: number;
  /** The highest layout that it knows. */
  readonly knows: number;
}

/** How migrations are gone about; what is left out has its default. */
export interface MigrateOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Told which programs a migration waits for, again where they are others. */
  readonly onWaiting?: ((programs: readonly RunningProgram[]) => void) | undefined;
  /** After how many milliseconds the lock of a killed process is free; only tests have another time. */
  readonly lockedMs?: number | undefined;
}

/** Brings a database from layout to layout. Of processes that begin together one works, and the others wait for it. */
export interface Migrator {
  /** The layouts in force. Throws `SchemaTooNew` where they lie beyond the migrations. */
  layout(): Promise<Layout>;
  /**
   * Brings everything that the latest layout has. Programs of the layout before go on working; a replacement waits until
   * none is registered that does not know it.
   */
  expand(): Promise<void>;
  /**
   * Removes what former layouts needed, step by step, while no program is registered that needs it. Where one is, waits
   * for it, or answers false.
   */
  contract(waits: boolean): Promise<boolean>;
}

export const createMigrator = (
  connection: Connection,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Migrator => {
  const steps = migrations.toSorted((one, other) => one.version - other.version);
  const way: Way = { connection, steps, options, me: randomUUID() };
  return {
    layout: () => layoutOn(way),
    expand: () => expand(way),
    contract: (waits) => contractUntil(way, latestVersion(steps), waits),
  };
};

/** The way of a database from layout to layout, and who goes it. */
interface Way {
  readonly connection: Connection;
  /** In their order. */
  readonly steps: readonly Migration[];
  readonly options: MigrateOptions;
  readonly me: string;
}

const layoutOn = async ({ connection, steps }: Way): Promise<Layout> => {
  const [found, latest] = [await readLayout(connection, NO_DEADLINE), latestVersion(steps)];
  if (found.version > latest) throw new SchemaTooNew(connection.database.databaseName, found.version, latest);
  return found;
};

const locked = <T>({ connection, me, options }: Way, work: (lock: LayoutLock) => Promise<T>) =>
  whileLocked(connection, me, work, options.lockedMs);

const run = ({ connection, options }: Way, step: Migration, change: Expansion['expand']): Promise<void> =>
  connection.call(NO_DEADLINE, () => change(connection.database, tellSparsely(step, options.onProgress)));

const expand = async (way: Way): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const found = await layoutOn(way);
    const [next] = outstandingFrom(way.steps, found);
    if (next === undefined) return;
    if (await mustWait(way, next, found)) {
      await contractUntil(way, next.version - 1, true);
      await nobodyBefore(way, next.version, true);
    }
    const isDone = await locked(way, (lock) => expandAll(way, lock));
    if (isDone === null) await pause(patience(tries));
  }
};

const expandAll = async (way: Way, lock: LayoutLock): Promise<void> => {
  await makeProgramEntries(way.connection);
  for (const step of outstandingFrom(way.steps, await layoutOn(way))) {
    if (await mustWait(way, step, await layoutOn(way))) return;
    const { version } = step;
    if ('expand' in step) {
      await run(way, step, step.expand);
      await lock.write({ expanded: version });
    } else {
      await run(way, step, step.migrate);
      await lock.write({ version, expanded: version, contracted: version });
    }
  }
};

/** What replaces a layout needs all before it whole, and nobody in it. */
const mustWait = async ({ connection, steps }: Way, step: Migration, found: Layout): Promise<boolean> =>
  'migrate' in step &&
  found.expanded > 0 &&
  (contractible(steps, found, step.version - 1) !== undefined ||
    (await strangersTo(connection, step.version)).length > 0);

const nobodyBefore = async (
  { connection, options }: Way,
  version: number,
  waits: boolean,
): Promise<boolean> => {
  let told = '';
  for (let tries = 1; ; tries += 1) {
    const strangers = await strangersTo(connection, version);
    if (strangers.length === 0) return true;
    if (!waits) return false;
    const ids = strangers.map(({ _id }) => _id).join();
    if (ids !== told) options.onWaiting?.(strangers);
    told = ids;
    await pause(patience(tries));
  }
};

const contractUntil = async (way: Way, version: number, waits: boolean): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    const next = contractible(way.steps, await layoutOn(way), version);
    if (next === undefined) return true;
    if (!(await nobodyBefore(way, next.version, waits))) return false;
    const isDone = await locked(way, async (lock) => {
      const found = await layoutOn(way);
      const step = contractible(way.steps, found, version);
      return step === undefined || (await contractNext(way, lock, { step, found }));
    });
    if (isDone === true) continue;
    if (!waits) return false;
    await pause(patience(tries));
  }
};

/** Whoever registers from now on sees that it must know the version; who came just before is looked for once more. */
const contractNext = async (
  way: Way,
  lock: LayoutLock,
  { step, found }: { readonly step: Expansion; readonly found: Layout },
): Promise<boolean> => {
  const [{ connection }, { version }] = [way, step];
  await lock.write({ version, contracted: found.contracted });
  await connection.call(NO_DEADLINE, () =>
    programsOf(connection.database).updateMany({}, { $set: { layout: version } }),
  );
  if ((await strangersTo(connection, version)).length > 0) return false;
  await run(way, step, step.contract);
  await lock.write({ contracted: version });
  return true;
};

/** What leads on from a layout; where nothing was stored, the latest beginning stands for everything before it. */
export const outstandingFrom = (
  steps: readonly Migration[],
  { expanded }: Pick<Layout, 'expanded'>,
): readonly Migration[] => {
  const ahead = steps.filter(({ version }) => version > expanded);
  const beginning = expanded === 0 ? ahead.findLastIndex((step) => 'begin' in step) : -1;
  return ahead.slice(Math.max(0, beginning)).map((step, index) => {
    if (beginning < 0 || index > 0) return step;
    const { begin, ...replacement } = step as Replacement;
    return begin === undefined ? step : { ...replacement, migrate: begin };
  });
};

const contractible = (
  steps: readonly Migration[],
  { expanded, contracted }: Layout,
  until: number,
): Expansion | undefined =>
  steps.find(
    (step): step is Expansion =>
      'contract' in step && step.version > contracted && step.version <= Math.min(expanded, until),
  );

/** The programs that do not know a layout and may still have calls on their way. */
export const strangersTo = (connection: Connection, version: number): Promise<readonly ProgramDocument[]> =>
  connection.call(NO_DEADLINE, () =>
    programsOf(connection.database)
      .find({ knows: { $lt: version }, $expr: { $gt: [{ $add: ['$until', MAX_CALL_MS] }, '$$NOW'] } })
      .toArray(),
  );

const makeProgramEntries = async ({ database }: Connection): Promise<void> =>
  makeCollection(database, 'programs', [
    { name: 'lapsed', key: { until: 1 }, expireAfterSeconds: REMEMBERED_S },
  ]);

/** The first time, the last time, and every few seconds between. */
const tellSparsely = (
  { version, name }: Migration,
  onProgress: OnProgress = () => undefined,
): TellProgress => {
  let quietUntil = 0;
  return (done, of) => {
    if (done < of && performance.now() < quietUntil) return;
    quietUntil = performance.now() + TELL_EVERY_MS;
    onProgress({ version, name, done, of });
  };
};
