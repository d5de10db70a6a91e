import { hostName, filePath, logLevel, portNumber, secondsOfHour } from './setting-types.ts';

const host = hostName.default('127.0.0.1').meta({ description: 'Address that the ports listen on' });

const managed = (managementPort: number) => ({
  MANAGEMENT_PORT: portNumber
    .default(managementPort)
    .meta({ description: 'Port of /livez, /readyz and /metrics; 0 chooses a free one' }),
  CONFIG_FILE: filePath.default('config/kith.yaml').meta({ description: 'Accounts and pipelines' }),
  LOG_LEVEL: logLevel.default('info').meta({ description: 'debug, info, warn or error' }),
});

/** What differs from app to app. */
export interface ProcessDefaults {
  readonly port: number;
  readonly managementPort: number;
  /** Five by default, in which a load balancer that probes every second or two has seen that the app leaves. */
  readonly drainSeconds?: number;
}

/** The settings that every app with a port of its own has; spread into its schema. */
export const processSettings = ({ drainSeconds = 5, ...defaults }: ProcessDefaults) => ({
  HOST: host,
  PORT: portNumber.default(defaults.port).meta({ description: 'Port of the app; 0 chooses a free one' }),
  DRAIN_SECONDS: secondsOfHour.default(drainSeconds).meta({
    description:
      'For how long the app takes requests after SIGTERM, so that load balancers see that it is unready; 0 not at all, as after Ctrl-C',
  }),
  ...managed(defaults.managementPort),
});

/** The settings of an app that nobody calls. */
export const managedSettings = ({ managementPort }: { readonly managementPort: number }) => ({
  HOST: host,
  ...managed(managementPort),
});
