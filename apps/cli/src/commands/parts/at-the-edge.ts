import { createRequestReader, type RequestAtTheEdge, type ToldRequest } from '@kith/info-ingest';
import { Problem } from '@kith/platform';
import type { Connections } from '../../connections/connections.ts';

/** What a request is at the edge, or what the edge would refuse it with. */
export const atTheEdge = async (
  connections: Pick<Connections, 'edgeConfiguration'>,
  told: ToldRequest,
): Promise<RequestAtTheEdge | Problem> => {
  const read = createRequestReader(await connections.edgeConfiguration());
  try {
    return read(told);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};
