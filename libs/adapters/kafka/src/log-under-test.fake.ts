import { connect } from 'node:net';
import { randomName, serverAddress, type CuttableProxy, type ServerPlace } from '@kith/testing';
import type { ISocketFactory } from 'kafkajs';
import { openKafkaLog, type KafkaLog, type KafkaLogOptions } from './open-kafka-log.ts';

export const brokersUnderTest = (): readonly string[] => serverAddress('KAFKA_BROKERS').split(',');

/** Where the first of the brokers listens. */
export const brokerPlace = (): ServerPlace => {
  const { hostname: host, port } = new URL(`kafka://${brokersUnderTest()[0]!}`);
  return { host, port: Number(port) };
};

/** A log on the brokers of the environment. */
export const openLogUnderTest = (options: Partial<KafkaLogOptions> = {}): Promise<KafkaLog> =>
  openKafkaLog({ brokers: brokersUnderTest(), clientId: randomName('test'), topics: {}, ...options });

/** Brokers say themselves where they are to be reached; this leads every connection through the proxy all the same. */
export const throughProxy =
  (proxy: CuttableProxy): ISocketFactory =>
  ({ onConnect }) =>
    connect({ host: proxy.host, port: proxy.port }, onConnect);
