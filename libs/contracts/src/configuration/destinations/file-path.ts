import { hasControlCharacter } from '@kith/domain/identity';
import { z } from 'zod';

/** The path of a file or a directory. */
export const pathSchema = z
  .string()
  .min(1)
  .max(4_096)
  .refine((path) => !hasControlCharacter(path), 'must be a path, without control characters');
