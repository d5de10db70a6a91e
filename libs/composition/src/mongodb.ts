import type { Process } from '@kith/platform';

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

/**
 * How the log and the readiness of an app tell that it must not use its database: it could not renew its registration,
 * or the data have a layout that it does not know.
 */
export const registeringIn = ({ logger, lifecycle }: Process) => {
  let isRefused = false;
  lifecycle.addCheck('layout of the data', () => !isRefused);
  return {
    onRefusal: (why: string | null): void => {
      isRefused = why !== null;
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
