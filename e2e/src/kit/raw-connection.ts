import { once } from 'node:events';
import { connect } from 'node:net';

/** Writes bytes that no HTTP client would send, and answers with the status line of what comes back. */
export const sendBytes = async (baseUrl: string, bytes: string | Buffer): Promise<string> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    answer += text;
    if (answer.includes('\r\n')) socket.destroy();
  });
  // A server that has refused a request may close before all of it was written.
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return answer.split('\r\n')[0] ?? '';
};
