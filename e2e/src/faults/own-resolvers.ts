import type { FaultStage } from './fault-stage.ts';
import type { ReplicaEnvironment } from './replica.ts';
import type { Service } from './service.ts';

/** Resolvers of a test's own in the place of the stage's, and an edge that asks them. */
export type OwnResolvers = {
  readonly service: Service;
  /** The edge's address. */
  readonly url: string;
  readonly end: () => Promise<void>;
};

/** The stage's own resolver is killed, for it would take partitions; it is back after the suite. */
export const startOwnResolvers = async (
  stage: FaultStage,
  count: number,
  env: ReplicaEnvironment,
): Promise<OwnResolvers> => {
  await stage.suite().kill('identity-resolver');
  const service = await stage.service('identity-resolver', count, env);
  const edge = await stage.service('info-ingest', 1, { RESOLVER_URL: service.url });
  const end = async (): Promise<void> => {
    await edge.stop();
    await service.stop();
  };
  return { service, url: edge.url, end };
};
