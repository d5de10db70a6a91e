import { z } from 'zod';
import { beside } from './beside.ts';

const isUnique = (list: unknown): boolean => !Array.isArray(list) || new Set(list).size === list.length;

/** A list that names nothing twice. */
export const uniqueList = <S extends z.ZodType>(element: S) =>
  z
    .array(element)
    .refine(isUnique, { error: 'names something twice', ...beside })
    .meta({ uniqueItems: true });
