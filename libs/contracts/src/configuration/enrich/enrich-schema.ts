import { z } from 'zod';
import { botSchema } from './bot-step.ts';
import { geoSchema } from './geo-step.ts';
import { httpSchema } from './http-step.ts';
import { tableSchema } from './table-step.ts';
import { userAgentSchema } from './user-agent-step.ts';

/** The most steps of a pipeline: each may be asked for every request. */
const MAX_STEPS = 16;

const stepSchema = z.discriminatedUnion('type', [
  userAgentSchema,
  botSchema,
  geoSchema,
  httpSchema,
  tableSchema,
]);

/** The enrichment of a pipeline. */
export const enrichSchema = z.array(stepSchema).max(MAX_STEPS);

export type EnrichDocument = z.output<typeof enrichSchema>;
