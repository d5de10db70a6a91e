const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/**
 * The partition that Kafka's own clients choose for a key: murmur2 of its bytes, modulo the partitions. All who
 * write to a topic must agree on it, else the records of a key lose their order.
 */
export const partitionOfKey = (key: Buffer, partitions: number): number =>
  (murmur2(key) & 0x7fffffff) % partitions;

/** The 32-bit murmur2 of Kafka's Java client, which reads the key as little-endian words. */
export const murmur2 = (data: Buffer): number => {
  const wordsEnd = data.length - (data.length % 4);
  let hash = SEED ^ data.length;
  for (let at = 0; at < wordsEnd; at += 4) hash = mixWord(hash, data.readInt32LE(at));
  if (data.length > wordsEnd) hash = Math.imul(hash ^ lastBytes(data, wordsEnd), MULTIPLIER);
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
};

const mixWord = (hash: number, word: number): number => {
  const multiplied = Math.imul(word, MULTIPLIER);
  const mixed = Math.imul(multiplied ^ (multiplied >>> 24), MULTIPLIER);
  return Math.imul(hash, MULTIPLIER) ^ mixed;
};

const lastBytes = (data: Buffer, from: number): number => data.readUIntLE(from, data.length - from);
