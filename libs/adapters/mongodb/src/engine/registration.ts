import { deadlineIn, isInTime, startWakeableLoop, steadyClock } from '@kith/platform';
import type { Connection } from './connection.ts';
import { fitOf, SchemaTooNew } from './migration.ts';
import { createProgramEntry, type Program, type ProgramEntry, type Standing } from './program-entry.ts';

const REGISTERED_MS = 30_000;
/** How often a registration is renewed while it holds, and how often that is tried while one renewal is due. */
const RENEWALS = 6;
const LEAVE_MS = 1_000;

/** How a program registers; what is left out has its default. */
export interface RegistrationOptions {
  /** How long a registration holds, in milliseconds; half a minute by default, and something else only in tests. */
  readonly registeredMs?: number | undefined;
  /** Told why the database must not be used any more, as a sentence, and null when it may be used again. */
  readonly onRefusal?: ((why: string | null) => void) | undefined;
}

/** The registration of a program: while it holds, no migration removes what the program needs. */
export interface Registration {
  /** The key of its entry. */
  readonly id: string;
  /** Why the database must not be used now, as a sentence; null where it may be. */
  refusal(): string | null;
  /** Whether the layouts in force are below those that the program needs. */
  isBeforeLayout(): boolean;
  /** Looks at once whether the program may go on. */
  look(): Promise<void>;
  /** Ends it. Where calls are on their way its entry stays until it lapses. */
  leave(isIdle: boolean): Promise<void>;
}

/**
 * Registers a program, and renews that with one command every few seconds. Who could not renew in time, or hears of a
 * layout that it does not know, is refused from that moment on, by its own clock, and goes on by itself when both are
 * well again. Throws `SchemaTooNew` where a newer program has been here, `Unavailable` where no server answers.
 */
export const register = async (
  connection: Connection,
  program: Program,
  { registeredMs = REGISTERED_MS, onRefusal = () => undefined }: RegistrationOptions = {},
): Promise<Registration> => {
  const entry = createProgramEntry(connection, program, registeredMs);
  const { databaseName } = connection.database;
  let standing = await enterUnlessTooNew(entry, program, databaseName);
  const refusal = (): string | null => misfitOf(program, standing, databaseName) ?? lapseOf(standing);
  const kindOf = (): string | null => {
    const fit = fitOf(program, standing.layout);
    if (fit !== 'fits') return fit;
    return refusal() === null ? null : 'lapsed';
  };
  const tell = tellChanges(kindOf, refusal, onRefusal);
  const renew = async (): Promise<void> => {
    tell();
    standing = await entry.renew(standing);
    tell();
  };
  const restMs = registeredMs / RENEWALS;
  const loop = startWakeableLoop({
    firstRestMs: restMs,
    turn: () => renew().then(() => restMs),
    onFailure: () => {
      tell();
      return restMs / RENEWALS;
    },
  });
  return {
    id: entry.id,
    refusal,
    isBeforeLayout: () => fitOf(program, standing.layout) === 'tooOld',
    look: renew,
    async leave(isIdle) {
      await isInTime(deadlineIn(LEAVE_MS), loop.stop());
      if (isIdle) await isInTime(deadlineIn(LEAVE_MS), entry.remove());
    },
  };
};

const enterUnlessTooNew = async (
  entry: ProgramEntry,
  program: Program,
  databaseName: string,
): Promise<Standing> => {
  const standing = await entry.enter();
  if (fitOf(program, standing.layout) !== 'tooNew') return standing;
  await entry.remove();
  throw new SchemaTooNew(databaseName, standing.layout.version, program.knows);
};

const misfitOf = (program: Program, { layout }: Standing, databaseName: string): string | null => {
  if (fitOf(program, layout) === 'fits') return null;
  const { needs, knows } = program;
  const known = needs === knows ? `layout ${knows} alone` : `the layouts ${needs} to ${knows}`;
  const found = Math.max(layout.version, layout.expanded);
  return `the data in the database ${databaseName} have layout ${found}, and this program knows ${known}`;
};

const lapseOf = ({ heldUntil }: Standing): string | null =>
  steadyClock() < heldUntil
    ? null
    : 'this program could not renew its registration in time, and the layout of the data may have changed meanwhile';

/** Tells when another kind of reason holds than the last time; the first one is known to whoever has asked for it. */
const tellChanges = (
  kindOf: () => string | null,
  refusal: () => string | null,
  onRefusal: (why: string | null) => void,
): (() => void) => {
  let told = kindOf();
  return () => {
    const kind = kindOf();
    if (kind === told) return;
    told = kind;
    onRefusal(refusal());
  };
};
