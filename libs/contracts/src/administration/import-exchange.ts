import { z } from 'zod';

/** Where the resolver takes the calls of `kith import`, signed like those of the edge. */
export const IMPORT_PATH = '/internal/import';

/** The most lines that one call may bring. */
export const MOST_IMPORT_LINES = 1_000;

const isLine = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kind = z.enum(['permissions', 'profiles']);

/** What a line says is checked line by line, so that one that is refused keeps back no other. */
export const importCallSchema = z.strictObject({
  account: z.string(),
  /** The same in each call about the same lines. */
  id: z.string().min(1).max(64).optional(),
  kind,
  lines: z.array(z.custom<Readonly<Record<string, unknown>>>(isLine, 'not an object')).max(MOST_IMPORT_LINES),
});

const count = z.int().min(0);

/** What became of the lines. */
export const importedSchema = z.object({
  taken: count,
  outdated: count,
  unchanged: count,
  refused: z.array(z.object({ index: count, reason: z.string() })),
});
