import { hostName, filePath, logLevel, portNumber } from './setting-types.ts';

/** The settings that every app has; spread into its schema. */
export const processSettings = (defaults: { readonly port: number; readonly managementPort: number }) => ({
  HOST: hostName.default('127.0.0.1').meta({ description: 'Address that the ports listen on' }),
  PORT: portNumber.default(defaults.port).meta({ description: 'Port of the app; 0 chooses a free one' }),
  MANAGEMENT_PORT: portNumber
    .default(defaults.managementPort)
    .meta({ description: 'Port of /livez, /readyz and /metrics; 0 chooses a free one' }),
  CONFIG_FILE: filePath.default('config/kith.yaml').meta({ description: 'Accounts and pipelines' }),
  LOG_LEVEL: logLevel.default('info').meta({ description: 'debug, info, warn or error' }),
});
