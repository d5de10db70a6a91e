import { z } from 'zod';

/** Who asks for something and why, as the audit trail keeps it. */
export const callerSchema = z.strictObject({
  by: z.string().min(1).max(256),
  reason: z.string().max(1_024),
});
