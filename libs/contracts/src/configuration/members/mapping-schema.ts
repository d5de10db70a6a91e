import jsonata from 'jsonata';
import { z } from 'zod';
import { memberName } from './names.ts';

/** What of JSONata an expression of the configuration may not use: it would run what a caller sends as a program. */
const REFUSED = 'eval';

/** The most characters of an expression. */
const MAX_LENGTH = 16_384;

/** An expression in JSONata, read when the configuration is. */
export const expressionSchema = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .superRefine((text, context) => {
    const fault = expressionFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** The most own mappings of a pipeline: each may be asked about every data layer. */
const MAX_MAPPINGS = 16;

/** Own mappings of data layers by name. */
export const mappingSchema = z
  .record(memberName, expressionSchema)
  .refine(
    (mappings) => Object.keys(mappings).length <= MAX_MAPPINGS,
    `must have at most ${MAX_MAPPINGS} members`,
  )
  .meta({ maxProperties: MAX_MAPPINGS });

/** What is wrong with a JSONata expression and where in it, as the end of a sentence; null where nothing is. */
const expressionFault = (expression: string): string | null => {
  try {
    const position = positionOf(REFUSED, jsonata(expression).ast());
    return position === null ? null : at(expression, position, `$${REFUSED} is not allowed`);
  } catch (error) {
    const { message, position } = error as { readonly message?: string; readonly position?: number };
    return at(expression, position, `is not JSONata: ${message ?? String(error)}`);
  }
};

const at = (expression: string, position: number | undefined, what: string): string => {
  if (position === undefined) return what;
  const before = expression.slice(0, position).split('\n');
  const line = before.length === 1 ? '' : `line ${before.length}, `;
  return `${what} (${line}character ${before.at(-1)?.length ?? 0} of the expression)`;
};

/** Where a variable of this name is used; null where it is not. */
const positionOf = (name: string, node: unknown): number | null => {
  if (typeof node !== 'object' || node === null) return null;
  const { type, value, position } = node as { type?: unknown; value?: unknown; position?: number };
  if (type === 'variable' && value === name) return position ?? 0;
  for (const child of Object.values(node)) {
    const found = positionOf(name, child);
    if (found !== null) return found;
  }
  return null;
};
