import { z } from 'zod';
import { scopedCall } from '../calls/call.ts';

/** The most lines that one call may bring. */
export const MAX_IMPORT_LINES = 1_000;

const isLine = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kind = z.enum(['permissions', 'profiles']);

const count = z.int().min(0);

/** Outcome of each line of a batch. */
const imported = z.object({
  taken: count,
  outdated: count,
  unchanged: count,
  refused: z.array(z.object({ index: count, reason: z.string() })),
});

/** The call of `kith import`: as many lines at a time as one call may bring. */
export const importCalls = {
  take: scopedCall({
    path: '/internal/import',
    // What a line says is checked line by line, so that one that is refused keeps back no other.
    input: z.strictObject({
      /** Names the batch: a call that is repeated has the same id. */
      id: z.string().min(1).max(64).optional(),
      kind,
      lines: z
        .array(z.custom<Readonly<Record<string, unknown>>>(isLine, 'not an object'))
        .max(MAX_IMPORT_LINES),
    }),
    output: imported,
    repeatable: true,
    // For as long as the command waits: what it is told is then what became of the lines.
    isPatient: true,
    // How many lines they were stands in the log, not what they say.
    noted: ({ account, kind }, { refused, ...counts }) => ({
      level: 'debug',
      about: { account, kind, ...counts, refused: refused.length },
      said: 'lines of an import',
    }),
  }),
};
