import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';
import { deadlineIn, steadyClock } from '@kith/platform';
import type { Connection } from './connection.ts';
import { programsOf, readLayout } from './layout-documents.ts';
import { fitOf, type Layout, type LayoutRange } from './migration.ts';

/** A program as others see it. */
export interface Program extends LayoutRange {
  /** Its name, such as `identity-resolver`. */
  readonly app: string;
}

/** What a program knows of its entry, and of the layouts in force. */
export interface Standing {
  /** Until when the entry holds at least, by the steady clock of this process. */
  readonly heldUntil: number;
  readonly layout: Omit<Layout, 'contracted'>;
}

/** The entry of a program in `programs`. Each call throws `Unavailable` where the server does not answer. */
export interface ProgramEntry {
  readonly id: string;
  /** Makes the entry, and then looks which layouts are in force: a migration sees the entry, or is seen. */
  enter(): Promise<Standing>;
  /** Lets it hold on, with one command; makes it anew where it has lapsed, or the layouts did not fit. */
  renew(standing: Standing): Promise<Standing>;
  remove(): Promise<void>;
}

/** The part of the time that a program leaves unused: clocks of two machines do not run alike. */
const MARGIN = 1 / 6;
const CALL_MS = 3_000;

export const createProgramEntry = (
  connection: Connection,
  program: Program,
  registeredMs: number,
): ProgramEntry => {
  const id = randomUUID();
  const programs = programsOf(connection.database);
  const until = { $add: ['$$NOW', registeredMs] };
  const said = { ...program, host: hostname(), pid: process.pid };
  const entry = [
    { $replaceWith: { $mergeObjects: [{ _id: id }, { $literal: said }, { since: '$$NOW', until }] } },
  ];
  const call = <T>(run: (bounds: { readonly maxTimeMS: number }) => Promise<T>): Promise<T> =>
    connection.call(deadlineIn(CALL_MS), ({ maxTimeMS }) => run({ maxTimeMS }));
  /** It holds at least from when it was asked for, however late the answer is. */
  const holdingFrom = (asked: number): number => asked + registeredMs * (1 - MARGIN);

  const enter = async (): Promise<Standing> => {
    const heldUntil = holdingFrom(steadyClock());
    await call((bounds) => programs.updateOne({ _id: id }, entry, { ...bounds, upsert: true }));
    return { heldUntil, layout: await readLayout(connection, deadlineIn(CALL_MS)) };
  };

  const prolong = async ({ layout }: Standing): Promise<Standing> => {
    const heldUntil = holdingFrom(steadyClock());
    const isHeld = { _id: id, $expr: { $gt: ['$until', '$$NOW'] } };
    const found = await call((bounds) =>
      programs.findOneAndUpdate(isHeld, [{ $set: { until } }], { ...bounds, returnDocument: 'after' }),
    );
    if (found === null) return enter();
    const version = Math.max(layout.version, found.layout ?? 0);
    return { heldUntil, layout: { version, expanded: Math.max(layout.expanded, version) } };
  };

  return {
    id,
    enter,
    // An entry of a program that is not fit lapses: nobody has to wait for it.
    async renew(standing) {
      if (fitOf(program, standing.layout) === 'fits') return prolong(standing);
      const layout = await readLayout(connection, deadlineIn(CALL_MS));
      return fitOf(program, layout) === 'fits' ? enter() : { heldUntil: 0, layout };
    },
    async remove() {
      await call((bounds) => programs.deleteOne({ _id: id }, bounds));
    },
  };
};
