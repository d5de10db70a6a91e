import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from './use-endings.ts';
import { createCuttableProxy, type CuttableProxy } from './cuttable-proxy.ts';

const made: { readonly server: Server; readonly proxy: CuttableProxy }[] = [];
const proxy = (): CuttableProxy => made.at(-1)!.proxy;

const endings = useEndings(afterEach);
beforeEach(async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  endings.push(() => server.close());
  made.push({ server, proxy: await createCuttableProxy({ host: '127.0.0.1', port }) });
  endings.push(() => proxy().close());
});

const client = async (): Promise<Socket> => {
  const socket = connect(proxy());
  await once(socket, 'connect');
  return socket;
};

const nextText = async (socket: Socket): Promise<string> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
};

describe('the cuttable proxy', () => {
  test('passes on what is sent, both ways', async () => {
    const socket = await client();
    socket.write('hello');
    expect(await nextText(socket)).toBe('hello');
    expect(proxy().connections).toBe(1);
    socket.destroy();
  });

  test('that is cut ends its connections and every new one, until it is mended', async () => {
    const socket = await client();
    const closed = once(socket, 'close');
    proxy().cut();
    await closed;
    const refused = await client();
    refused.on('error', () => undefined);
    await once(refused, 'close');
    proxy().mend();
    const again = await client();
    again.write('hello');
    expect(await nextText(again)).toBe('hello');
    again.destroy();
  });

  test('that is stalled holds back what is sent on old and new connections, and loses nothing of it', async () => {
    const old = await client();
    old.write('before');
    expect(await nextText(old)).toBe('before');
    proxy().stall();
    const recent = await client();
    for (const socket of [old, recent]) socket.write('held');
    const answers = Promise.all([nextText(old), nextText(recent)]);
    const first = await Promise.race([answers, turnsOfTheLoop(20)]);
    expect(first).toBe('nothing');
    proxy().mend();
    expect(await answers).toEqual(['held', 'held']);
    old.destroy();
    recent.destroy();
  });
});

/** Long enough for what passes over loopback to arrive, without a clock. */
const turnsOfTheLoop = async (count: number): Promise<'nothing'> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return 'nothing';
};
