import { createAsker, type Failed } from './ask.ts';
import { speaksOldTls, type AskingOptions } from './encryption.ts';

/** An endpoint that gives no answer. */
export interface Silence {
  readonly kind: 'silent';
  readonly why: string;
  /** What the host speaks in the place of what browsers ask for; null where that is not known. */
  readonly speaks: 'oldTls' | 'plainHttp' | null;
}

/** How a handshake of TLS fails, in the words of Node; some servers just hang up. */
const HANDSHAKE = /^(?:EPROTO|ECONNRESET|ERR_SSL_\w+)$/;

/** Why an endpoint gave no answer, as far as DNS, TCP and TLS tell. */
export const silenceOf = async (options: AskingOptions, { why, code }: Failed): Promise<Silence> => ({
  kind: 'silent',
  why,
  speaks: options.origin.protocol === 'https:' && HANDSHAKE.test(code) ? await spokenBy(options) : null,
});

const spokenBy = async (options: AskingOptions): Promise<Silence['speaks']> => {
  if (await speaksOldTls(options)) return 'oldTls';
  return (await speaksPlainHttp(options)) ? 'plainHttp' : null;
};

const HTTPS_PORT = '443';

const speaksPlainHttp = async ({ origin, ...options }: AskingOptions): Promise<boolean> => {
  const plain = new URL(`http://${origin.hostname}:${origin.port || HTTPS_PORT}`);
  const asker = createAsker({ ...options, origin: plain });
  const reply = await asker.ask({ path: '/' });
  asker.close();
  return reply.kind === 'answered';
};
