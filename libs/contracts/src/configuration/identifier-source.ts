import type { IdentifierSource } from '@kith/domain/pipeline';
import { z } from 'zod';

const SOURCE = /^(?:(query|body)|(header|cookie):([!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}))$/;

const MESSAGE = 'must be query, body, header:NAME or cookie:NAME';

/** Where an identifier may come from, as the configuration writes it. */
export const identifierSourceSchema = z
  .string(MESSAGE)
  .regex(SOURCE, MESSAGE)
  .refine((source) => source !== 'cookie:umdid', 'the umdid cookie holds no identifier');

/** A source ready for use; header names are compared in lower case. */
export const compileSource = (source: string): IdentifierSource => {
  const [, plain, keyed, name = ''] = SOURCE.exec(source) ?? [];
  if (plain === 'query' || plain === 'body') return { from: plain };
  if (keyed === 'header') return { from: 'header', name: name.toLowerCase() };
  return { from: 'cookie', name };
};
