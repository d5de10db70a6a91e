import { startOwnKafka } from './kafka.ts';
import { startOwnMongodb } from './mongodb.ts';
import { startRedis } from './redis.ts';
import { openRoughFront, type RoughFront } from './rough-front.ts';
import { startServers, type Progress, type Servers } from './start-servers.ts';

/** Servers of its own, MongoDB and Kafka to be reached by their fronts alone. */
export interface FrontedServers extends Servers {
  readonly fronts: { readonly mongodb: RoughFront; readonly kafka: RoughFront };
}

export const startFrontedServers = async (
  progress: Progress,
  environment: NodeJS.ProcessEnv,
): Promise<FrontedServers> => {
  const places = { mongodb: '', kafka: '' };
  const [mongodb, kafka] = await Promise.all([
    openRoughFront(() => places.mongodb),
    openRoughFront(() => places.kafka),
  ]);
  const servers = await startServers(progress, environment, {
    mongodb: async (given) => {
      const server = await startOwnMongodb(given);
      places.mongodb = new URL(server.uri).host;
      // Clients would find the member of the replica set by its own address.
      return { ...server, uri: `mongodb://${mongodb.place}/?directConnection=true` };
    },
    kafka: async (given) => {
      const advertised = { 'advertised.listeners': `PLAINTEXT://${kafka.place}` };
      const server = await startOwnKafka(given, { properties: () => advertised, scramUsers: [] });
      places.kafka = server.uri;
      return { ...server, uri: kafka.place };
    },
    redis: startRedis,
  });
  const stop = async (): Promise<void> => {
    await servers.stop();
    mongodb.close();
    kafka.close();
  };
  return { ...servers, fronts: { mongodb, kafka }, stop };
};
