import { z } from 'zod';
import { beside, membersOf } from '../members/beside.ts';
import { fileSchema } from './file-schema.ts';
import { kafkaSchema } from './kafka-schema.ts';
import { webhookSchema } from './webhook-schema.ts';

/** The most destinations of an account: each reads the log by itself. */
const MAX_DESTINATIONS = 32;

const hasOneForm = (destination: unknown): boolean => {
  const { transform, preset } = membersOf(destination);
  return transform === undefined || preset === undefined;
};

const oneForm = { path: ['preset'], error: 'is given beside transform: one of the two', ...beside };

/** Where changes and events are handed on to. */
export const destinationSchema = z
  .discriminatedUnion(
    'type',
    [webhookSchema, kafkaSchema, fileSchema],
    'must have the type webhook, kafka or file',
  )
  .refine(hasOneForm, oneForm);

export const destinationsSchema = z.array(destinationSchema).max(MAX_DESTINATIONS);

export type DestinationDocument = z.output<typeof destinationSchema>;
