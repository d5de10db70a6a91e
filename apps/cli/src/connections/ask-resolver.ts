import { resolverCalls } from '@kith/contracts';
import type { Administrable } from '@kith/ports';
import { callsOver, createSignedTransport } from '@kith/remote-calls';
import type { Opened, Place } from './connections.ts';
import { readKeyring } from './secrets.ts';

/** Profiles by way of the resolver at these addresses. */
export const askResolver = async (
  { settings }: Place,
  urls: readonly string[],
): Promise<Opened<Administrable>> => {
  const keyring = await readKeyring(settings, ['resolver']);
  const { close, ...transport } = createSignedTransport({ urls, keyring, clock: Date.now });
  return { opened: callsOver(transport, resolverCalls), close: async () => close() };
};
