import { z } from 'zod';
import { PROBLEM_CODES, PROBLEMS } from '../problems/problems.ts';

const fault = z.object({
  pointer: z.string().describe('RFC 6901 pointer into the body, or `?name`, `header:NAME`, `cookie:NAME`.'),
  detail: z.string(),
});

/** What an answer of interface B can have as its code; new ones may come. */
const codes = PROBLEM_CODES.filter((code) => PROBLEMS[code].at.includes('edge'));

/** The body of every error of interface B (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().meta({ format: 'uri-reference' }).describe('Leads to what `code` means.'),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(codes).describe('Which failure it is: what programs look at. docs/problems.md has them all.'),
  detail: z.string().optional(),
  errors: z.array(fault).min(1).optional().describe('Of a 400: every offending member or parameter.'),
});
