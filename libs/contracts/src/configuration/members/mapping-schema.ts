import { z } from 'zod';
import { expressionFault } from './expression-fault.ts';
import { memberName } from './names.ts';

/** The most characters of an expression. */
const LONGEST = 16_384;

/** An expression in JSONata, read when the configuration is. */
export const expressionSchema = z
  .string()
  .min(1)
  .max(LONGEST)
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
