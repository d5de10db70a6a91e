import { DESTINATION_EVENTS, DESTINATION_WILDCARDS } from '@kith/domain/destinations';
import { z } from 'zod';
import { memberName } from '../members/names.ts';
import { uniqueList } from '../members/unique-list.ts';
import { presetSchema, transformSchema } from './transform-schema.ts';

const event = z.enum(
  [...DESTINATION_EVENTS, ...DESTINATION_WILDCARDS],
  'must be a type of change or event (consent.changed, tracking.page), or several: profile.*, *',
);

/** The members that destinations of all types have. */
export const commonMembers = {
  name: memberName.describe('Unique in the account; stands in commands, metrics and logs.'),
  events: uniqueList(event)
    .min(1)
    .describe(
      'What is handed on: types of changes and tracking, or several: consent.changed, tracking.*, *.',
    ),
  segment: memberName.optional().describe('Only who is in this segment of the account is handed on.'),
  requires: uniqueList(memberName)
    .default([])
    .describe('Only who has granted all of these permissions is handed on; checked again at each delivery.'),
  identifiers: uniqueList(memberName)
    .default([])
    .describe('The identifiers whose values may leave; none where it is left out.'),
  transform: transformSchema
    .optional()
    .describe('What gives the payload another form than the documented one.'),
  preset: presetSchema
    .optional()
    .describe('The public format of a campaign system, in the place of transform.'),
  paused: z
    .boolean()
    .default(false)
    .describe('A destination that is new begins paused, until `kith destinations resume`.'),
};

/** The member of those that reach out. */
export const allowPrivate = z
  .boolean()
  .default(false)
  .describe("Whether it may lie at a private address, in the operator's own network.");
