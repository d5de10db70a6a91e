import type { IncomingMessage } from 'node:http';

/** What is read and thrown away of a request that was answered before its end. */
const MAX_BYTES = 1_048_576;
const MAX_MS = 2_000;

/**
 * Reads the rest of a request, up to a bound of bytes and time, and calls `done` once. A connection closed
 * with unread bytes is reset, and the reset can overtake the answer on its way to the client.
 */
export const drain = (request: IncomingMessage, done: () => void): void => {
  let left = MAX_BYTES;
  const timer = setTimeout(() => finish(), MAX_MS);
  timer.unref();
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish);
    done();
  };
  request.on('data', onData).on('end', finish).on('close', finish).resume();
};

/** Whether a body of the request is still on its way. */
export const hasUnreadBody = (request: IncomingMessage): boolean => {
  if (request.complete) return false;
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
};
