import type { GeoStep } from '@kith/domain/pipeline';
import { z } from 'zod';
import { pathSchema } from '../destinations/file-path.ts';
import { uniqueList } from '../members/unique-list.ts';
import { commonMembers, compileCommon } from './common-members.ts';
import type { StepFormat } from './step-format.ts';

const NAMES = ['cc', 'region', 'city', 'isp'] as const;

export const geoSchema = z.strictObject({
  type: z
    .literal('geo')
    .describe("Where the visitor's address is: cc, region, city, isp. The address itself is not kept."),
  files: uniqueList(pathSchema)
    .min(1)
    .max(4)
    .describe(
      "Files in MaxMind's format (.mmdb) that you bring; read again when they change. Of two that know a value the first is believed.",
    ),
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language as the files name it: en, pt-BR')
    .default('en')
    .describe('The language of the names of regions and cities.'),
  ...commonMembers,
});

/** A look into the files costs no more than a look into a cache. */
export const geoFormat: StepFormat = { names: () => NAMES, cache: null };

export const compileGeo = (document: z.output<typeof geoSchema>): GeoStep => ({
  type: 'geo',
  files: document.files,
  language: document.language,
  ...compileCommon(document, NAMES, geoFormat.cache),
});
