import { join } from 'node:path';
import { makeSecretsFile } from '@kith/platform';
import { randomName, serverAddress, temporaryDirectory } from '@kith/testing';
import { freePorts } from '@kith/testing/free-ports';
import { databaseUri, startOwnKafka } from '@kith/tools/servers';
import { startApp, SUITE_SECRETS, type AppPlan, type SuiteApp } from '@kith/tools/suite';

/** Told how each thing that was begun ends, as soon as it has begun. */
export type Endings = { readonly push: (end: () => unknown) => void };

/** A resolver, and an edge that asks no other one. */
export interface ResolverWithEdge {
  readonly resolver: SuiteApp;
  readonly edge: string;
}

/** Servers for resolvers that come and go. */
export interface ResolversStage {
  readonly mongodbUri: string;
  readonly brokers: readonly string[];
  /** Starts another one. */
  start(): Promise<ResolverWithEdge>;
}

/** A database and a broker of its own: nobody else consumes or publishes here. */
export const openResolversStage = async (endings: Endings): Promise<ResolversStage> => {
  const { path, remove } = await temporaryDirectory();
  endings.push(remove);
  const SECRETS_FILE = join(path, 'secrets.json');
  await makeSecretsFile(SECRETS_FILE, SUITE_SECRETS);
  const kafka = await startOwnKafka();
  endings.push(kafka.stop);
  const MONGODB_URI = databaseUri(serverAddress('MONGODB_URI'), randomName('owners').slice(0, 30));
  const servers = { KAFKA_BROKERS: kafka.uri, REDIS_URL: serverAddress('REDIS_URL') };
  const common = { ...servers, SECRETS_FILE, LOG_LEVEL: 'error' };
  const started = async (plan: AppPlan): Promise<SuiteApp> => {
    const app = await startApp(plan);
    endings.push(() => app.kill());
    return app;
  };
  return {
    mongodbUri: MONGODB_URI,
    brokers: [kafka.uri],
    async start() {
      const [port = 0, m1 = 0, edgePort = 0, m2 = 0] = await freePorts(4);
      const resolver = await started({
        name: 'identity-resolver',
        port,
        managementPort: m1,
        environment: { ...common, MONGODB_URI },
      });
      const { url } = await started({
        name: 'info-ingest',
        port: edgePort,
        managementPort: m2,
        environment: { ...common, RESOLVER_URL: resolver.url },
      });
      return { resolver, edge: url };
    },
  };
};

/** How many ranges a resolver publishes now, and how often publishing failed or came too late, as it says itself. */
export const ownershipOf = async ({
  resolver,
}: ResolverWithEdge): Promise<{ readonly ranges: number; readonly failures: number }> => {
  const text = await (await fetch(`${resolver.managementUrl}/metrics`)).text();
  const valueOf = (name: string): number =>
    Number(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { ranges: valueOf('kith_outbox_ranges'), failures: valueOf('kith_outbox_failures_total') };
};
