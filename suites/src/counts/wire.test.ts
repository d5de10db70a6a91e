import { BSON } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { readKafka, readMongodb, readRedis } from './wire.ts';

const int32 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32LE(number, 4 * index));
  return bytes;
};

const command = (body: Readonly<Record<string, unknown>>): Buffer => {
  const document = BSON.serialize(body);
  const rest = Buffer.concat([int32(1, 0, 2013, 0), Buffer.from([0]), document]);
  return Buffer.concat([int32(4 + rest.length), rest]);
};

const produce = (client: string, key: number): Buffer => {
  const bytes = Buffer.alloc(14 + client.length);
  bytes.writeInt32BE(bytes.length - 4, 0);
  bytes.writeInt16BE(key, 4);
  bytes.writeInt16BE(client.length, 12);
  bytes.write(client, 14);
  return bytes;
};

/** All that is read where the bytes come one by one, and where they come as one piece. */
const bothWays = (newReader: typeof readRedis, bytes: Buffer): readonly (readonly string[])[] => {
  const [slow, fast] = [newReader(), newReader()];
  return [[...bytes].flatMap((byte) => slow(Buffer.from([byte]))), fast(bytes)];
};

describe('what is read on the wire, however it is cut', () => {
  test.each([
    [
      'MongoDB',
      readMongodb,
      Buffer.concat([
        command({ find: 'profiles', filter: {} }),
        command({ hello: 1 }),
        command({ getMore: 1n, collection: 'events' }),
        command({ commitTransaction: 1 }),
      ]),
      ['find profiles', 'getMore events', 'commitTransaction'],
    ],
    [
      'Redis',
      readRedis,
      Buffer.from(
        '*2\r\n$5\r\nhello\r\n$1\r\n3\r\n*2\r\n$3\r\nget\r\n$3\r\na\r\n\r\n*1\r\n$4\r\nEXEC\r\n',
        'latin1',
      ),
      ['GET', 'EXEC'],
    ],
    [
      'Kafka',
      readKafka,
      Buffer.concat([produce('kith-one', 0), produce('kith-one', 1), produce('kith-two', 0)]),
      ['produce kith-one', 'produce kith-two'],
    ],
  ] as const)('%s', (_server, newReader, bytes, names) => {
    expect(bothWays(newReader, bytes)).toEqual([names, names]);
  });
});
