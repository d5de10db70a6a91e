import { z } from 'zod';

/** A reset names nobody and tells nothing: its body is empty. */
export const resetBodySchema = z.strictObject({});
