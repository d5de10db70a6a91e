import { findingsOf, type Finding } from './finding.ts';
import type { Silence } from '../observing/silence.ts';
import type { Subject } from '../observing/subject.ts';

const connection = findingsOf('connection');
const tls = findingsOf('tls');

/** Why nothing could be looked at. */
export const checkConnection = ({ endpoint: { host } }: Subject, { why, speaks }: Silence): Finding => {
  switch (speaks) {
    case 'oldTls':
      return tls.fail(
        `${host} speaks TLS 1.0 or 1.1 and nothing newer, and no browser speaks these any more`,
        'let the proxy in front speak TLS 1.2 and 1.3',
      );
    case 'plainHttp':
      return tls.fail(
        `${host} speaks http without TLS where https is asked for`,
        'let the proxy in front end TLS at this port, with a certificate for this host; or name the port where it does',
      );
    case null:
      return connection.fail(
        `${host} does not answer (${why})`,
        'see that the name leads to the proxy in front, that its port is open, and that Kith runs behind it',
      );
  }
};
