import { z } from 'zod';

/** The path of a file or a directory. */
export const pathSchema = z
  .string()
  .min(1)
  .max(4_096)
  .refine((path) => !path.includes('\0'), 'must be a path');
