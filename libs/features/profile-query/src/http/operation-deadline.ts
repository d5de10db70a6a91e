import type { ServerResponse } from 'node:http';
import { deadlineIn, type Deadline } from '@kith/platform';

/** The deadline of an operation, which passes at once where its caller has gone: no look at the store begins any more. */
export const operationDeadline = (
  response: Pick<ServerResponse, 'destroyed'>,
  milliseconds: number,
): Deadline => {
  const deadline = deadlineIn(milliseconds);
  return { remainingMs: () => (response.destroyed ? 0 : deadline.remainingMs()) };
};
