import type { Terminal } from '../../terminal.ts';

/** All of standard input. */
export const readInput = async ({ input }: Terminal): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};
