import { databaseUri } from '../servers/mongodb.ts';
import type { ServerEnvironment } from '../servers/start-servers.ts';
import type { AppPlan } from './suite-app.ts';

/**
 * The ports of the apps, in the order resolver, auth-token, graphql-query, info-ingest, each with its management port;
 * then that of activation, which has no other.
 */
export const ARCHITECTURE_PORTS: readonly number[] = [8084, 9084, 8083, 9083, 8082, 9082, 8081, 9081, 9085];

export interface SuiteSettings {
  readonly servers: ServerEnvironment;
  readonly secretsFile: string;
  readonly ports: readonly number[];
}

/** The apps, each behind those that it calls. */
export const suitePlan = ({ servers, secretsFile, ports }: SuiteSettings): readonly AppPlan[] => {
  const [resolver = 0, m1 = 0, auth = 0, m2 = 0, graphql = 0, m3 = 0, edge = 0, m4 = 0, m5 = 0] = ports;
  const { KAFKA_BROKERS, REDIS_URL } = servers;
  const authUrl = `http://127.0.0.1:${auth}`;
  const profiles = databaseUri(servers.MONGODB_URI, 'kith');
  const credentials = databaseUri(servers.MONGODB_URI, 'kith-auth');
  const app = (
    name: string,
    port: number | null,
    managementPort: number,
    environment: AppPlan['environment'],
  ) => ({
    name,
    port,
    managementPort,
    environment,
  });
  return [
    app('identity-resolver', resolver, m1, {
      MONGODB_URI: profiles,
      KAFKA_BROKERS,
      REDIS_URL,
      SECRETS_FILE: secretsFile,
    }),
    app('activation', null, m5, { MONGODB_URI: profiles, KAFKA_BROKERS }),
    app('auth-token', auth, m2, { MONGODB_URI: credentials, SECRETS_FILE: secretsFile, PUBLIC_URL: authUrl }),
    app('graphql-query', graphql, m3, {
      MONGODB_URI: profiles,
      JWKS_URL: `${authUrl}/.well-known/jwks.json`,
      PUBLIC_URL: authUrl,
    }),
    app('info-ingest', edge, m4, {
      KAFKA_BROKERS,
      REDIS_URL,
      RESOLVER_URL: `http://127.0.0.1:${resolver}`,
      SECRETS_FILE: secretsFile,
    }),
  ];
};
