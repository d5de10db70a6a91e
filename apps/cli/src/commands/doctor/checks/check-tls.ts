import { findingsOf, type Finding } from './finding.ts';
import type { Encryption } from '../observing/encryption.ts';
import type { Observation } from '../observing/observation.ts';

const { ok, none, warn, fail } = findingsOf('tls');

const DAY_MS = 24 * 60 * 60 * 1000;
/** Authorities renew a month ahead: who has less left has something that does not renew. */
const FEW_DAYS = 14;
const MODERN: readonly string[] = ['TLSv1.2', 'TLSv1.3'];

/** Without encryption browsers keep no Secure cookie, and with a wrong certificate they load nothing. */
export const checkTls = (seen: Pick<Observation, 'subject' | 'visit' | 'oldTls'>): readonly Finding[] => {
  const { encryption, at } = seen.visit;
  if (encryption !== null) return [...faultsOf(encryption, at), ...oldProtocols(seen.oldTls)];
  if (seen.subject.isLocal) return [none('no encryption, as is usual on this machine')];
  return [
    fail(
      'the endpoint is reached without encryption: browsers keep no Secure cookie',
      'put a load balancer or proxy with a certificate in front, and use the https address',
    ),
  ];
};

const faultsOf = ({ protocol, distrusted, validTo }: Encryption, at: number): readonly Finding[] => {
  if (distrusted !== null) {
    return [
      fail(
        `no browser trusts the certificate (${distrusted})`,
        'install a certificate for this host, with the whole chain, of an authority that browsers trust',
      ),
    ];
  }
  if (!MODERN.includes(protocol)) {
    return [fail(`the connection is ${protocol}`, 'let the proxy in front speak TLS 1.2 and 1.3')];
  }
  const days = validTo === null ? Infinity : Math.floor((validTo - at) / DAY_MS);
  return days < FEW_DAYS
    ? [
        warn(
          `the certificate ends in ${daysWords(days)}`,
          'renew it, and see why it is not renewed by itself',
        ),
      ]
    : [
        ok(
          `${protocol}, and the certificate is trusted${days === Infinity ? '' : ` for ${daysWords(days)}`}`,
        ),
      ];
};

const daysWords = (days: number): string => {
  if (days < 1) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
};

const oldProtocols = (oldTls: boolean | null): readonly Finding[] =>
  oldTls === true
    ? [
        warn(
          'the host still speaks TLS 1.0 or 1.1',
          'switch them off in the proxy in front: no browser needs them',
        ),
      ]
    : [];
