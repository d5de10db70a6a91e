import { ConfigurationError, readSettings, type Environment } from '@kith/platform';
import type { z } from 'zod';

/** What the runtime reads, not the app. */
const NOT_SETTINGS = new Set(['NODE_ENV']);

/** What an app would refuse of an environment, and the variables that it would not even read. */
export const settingsFaults = (schema: z.ZodObject, environment: Environment): readonly string[] => {
  const unknown = Object.keys(environment)
    .filter((name) => !NOT_SETTINGS.has(name) && !Object.hasOwn(schema.shape, name))
    .map((name) => `${name}: is no setting of this app`);
  try {
    readSettings(schema, environment);
    return unknown;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [...unknown, error.message];
  }
};

/** For how long an app leaves by default, in seconds; 0 where nobody calls it. */
export const drainSeconds = ({ shape }: z.ZodObject): number =>
  'DRAIN_SECONDS' in shape ? Number((shape['DRAIN_SECONDS'] as z.ZodType).parse(undefined)) : 0;
