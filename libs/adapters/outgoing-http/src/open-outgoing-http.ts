import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createKeyedSemaphore, type Live } from '@kith/platform';
import type { OutgoingHttp } from '@kith/ports';
import { failed } from './failure-of.ts';
import { type Agents, KEPT_MS, makeCall, MAX_CALLS, MAX_CONNECTIONS, MAX_KEPT } from './make-call.ts';
import { permittedAddresses, sharedLookUp, systemLookUp, type LookUp } from './permitted-addresses.ts';
import { targetOf, type OutgoingHost } from './target-of.ts';

export interface OutgoingHttpOptions {
  /** Where calls may go: nowhere else is ever connected to. */
  readonly hosts: Live<readonly OutgoingHost[]>;
  /** The most bytes of an answer's body, unpacked. */
  readonly maxAnswerBytes: number;
  /** Certificates of authorities, in PEM, in place of those that Node knows. */
  readonly authorities?: string;
  /** How names are looked up; the system's way where it is left out. */
  readonly lookUp?: LookUp;
}

/** Outgoing calls over kept connections. */
export interface OpenOutgoingHttp {
  readonly http: OutgoingHttp;
  /** Ends all connections; calls under way fail. */
  readonly close: () => void;
}

/**
 * Opens calls to the configured hosts. No redirect is followed, no proxy of the environment used, every certificate
 * checked; whether an address may be connected to is decided for the very address, when the connection is made.
 */
export const openOutgoingHttp = (options: OutgoingHttpOptions): OpenOutgoingHttp => {
  const hosts = options.hosts.map((all) => new Map(all.map((host) => [host.origin, host])));
  const lookUp = sharedLookUp(options.lookUp ?? systemLookUp);
  // Connections that may lead to private addresses are kept apart: no other call ever uses one.
  const [open, guarded] = [agentsOf(options, lookUp, true), agentsOf(options, lookUp, false)];
  const callsByHost = createKeyedSemaphore(MAX_CALLS);
  return {
    http: {
      call: async (deadline, call) => {
        const target = targetOf(call, hosts.current());
        if (target.kind === 'refused') return failed(target.origin, 'refused', target.why);
        const { origin } = target.url;
        const agents = target.allowPrivate ? open : guarded;
        const made = await callsByHost.tryRun(origin, () =>
          makeCall({ agents, call, deadline, url: target.url, maxBytes: options.maxAnswerBytes }),
        );
        return made ?? failed(origin, 'unreachable', 'too many calls are under way');
      },
    },
    close: () =>
      [open, guarded].forEach(({ http, https }) => [http, https].forEach((agent) => agent.destroy())),
  };
};

const agentsOf = ({ authorities }: OutgoingHttpOptions, lookUp: LookUp, allowPrivate: boolean): Agents => {
  const shared = {
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_KEPT,
    timeout: KEPT_MS,
    scheduling: 'lifo',
    lookup: permittedAddresses(lookUp, allowPrivate),
  } as const;
  const trusted = authorities === undefined ? {} : { ca: authorities };
  // Said outright: a setting of the environment can switch the check off otherwise.
  const https = { ...shared, ...trusted, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
  return { http: new HttpAgent(shared), https: new HttpsAgent(https) };
};
