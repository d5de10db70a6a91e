import type { ConnectionCounts } from '@kith/platform';
import type { MongoClient } from 'mongodb';

/** Counts the connections of a client's pools from now on; to be called before it connects. */
export const countConnections = (client: Pick<MongoClient, 'on'>): (() => ConnectionCounts) => {
  let open = 0;
  let inUse = 0;
  client.on('connectionCreated', () => void (open += 1));
  client.on('connectionClosed', () => void (open -= 1));
  client.on('connectionCheckedOut', () => void (inUse += 1));
  client.on('connectionCheckedIn', () => void (inUse -= 1));
  return () => ({ open, inUse });
};
