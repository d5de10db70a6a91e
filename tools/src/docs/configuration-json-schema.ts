import { jsonSchemaOfConfiguration } from '@kith/contracts';

/** config/kith.schema.json: what editors check and complete the configuration file by. */
export const configurationJsonSchema = (): string =>
  `${JSON.stringify(jsonSchemaOfConfiguration(), null, 2)}\n`;
