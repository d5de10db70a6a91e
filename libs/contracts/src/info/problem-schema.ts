import { z } from 'zod';

const fault = z.object({
  pointer: z.string().describe('RFC 6901 pointer into the body, or `?name`, `header:NAME`, `cookie:NAME`.'),
  detail: z.string(),
});

/** The body of every error of interface B (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().meta({ format: 'uri-reference' }),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().optional(),
  errors: z.array(fault).min(1).optional().describe('Of a 400: every offending member or parameter.'),
});
