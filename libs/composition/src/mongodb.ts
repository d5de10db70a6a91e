import { createCallMetrics, tellConnections, type ConnectionCounts, type Process } from '@kith/platform';

/** Who brings the data to its layout. */
type MigratingSettings = { readonly MIGRATE: 'start' | 'job' };

/** A program that a change of the layout waits for. */
interface AwaitedProgram {
  readonly app: string;
  readonly host: string;
  readonly pid: number;
  /** The highest layout that it knows. */
  readonly knows: number;
}

/** Why the check of the database fails. */
export const MONGODB_AWAY = 'no server of MongoDB answers that can serve the calls of this app';

/**
 * What an app tells of its database: how its calls fare, and by its log and its readiness that it must not use its database: it could not renew its registration,
 * or the data have a layout that it does not know.
 */
export const registeringIn = ({ logger, lifecycle, metrics }: Process) => {
  let refusal: string | null = null;
  lifecycle.addCheck(
    'layout of the data',
    () => refusal === null,
    () => refusal ?? '',
  );
  return {
    calls: createCallMetrics(metrics, 'mongodb', 'any'),
    onPool: (counts: () => ConnectionCounts): void => tellConnections(metrics, 'mongodb', counts),
    onRefusal: (why: string | null): void => {
      refusal = why;
      if (why === null) logger.info({}, 'the database may be used again');
      else logger.error({ why }, 'the database is not used any more, until this has changed');
    },
  };
};

/** The same of an app that brings the data to its layout, or waits until `kith migrate` has. */
export const migratingIn = ({ MIGRATE }: MigratingSettings, process: Process) => {
  const { logger, lifecycle } = process;
  return {
    ...registeringIn(process),
    isMigrating: MIGRATE === 'start',
    isAskedToStop: lifecycle.isAskedToStop,
    onProgress: (progress: object): void =>
      logger.info({ ...progress }, 'bringing the data to the present layout'),
    onWaiting: (programs: readonly AwaitedProgram[]): void =>
      logger.warn({ programs: programs.map(named) }, 'waiting for programs that do not know the next layout'),
  };
};

const named = ({ app, host, pid, knows }: AwaitedProgram) => ({ app, host, pid, knows });
