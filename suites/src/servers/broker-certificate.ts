import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOPBACK } from '@kith/testing/free-ports';
import { runQuietly } from '@kith/tools/process';

/** A certificate for `127.0.0.1` that nobody has signed but itself. */
export interface BrokerCertificate {
  /** A PKCS #12 file with the key. */
  readonly keystore: string;
  readonly password: string;
  /** A file with the certificate in PEM: whoever trusts it trusts the broker. */
  readonly caFile: string;
  readonly ca: string;
}

/** Makes a key and its certificate in a folder, with the `keytool` that comes with Java. */
export const makeBrokerCertificate = async (directory: string): Promise<BrokerCertificate> => {
  const [keystore, caFile] = [join(directory, 'broker.p12'), join(directory, 'ca.pem')];
  const password = 'only-for-tests';
  const store = ['-alias', 'broker', '-keystore', keystore, '-storepass', password];
  const key = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '2', '-storetype', 'PKCS12'];
  const name = ['-dname', `CN=${LOOPBACK}`, '-ext', `san=ip:${LOOPBACK}`];
  await runQuietly('keytool', ['-genkeypair', ...store, ...key, ...name]);
  await runQuietly('keytool', ['-exportcert', '-rfc', ...store, '-file', caFile]);
  return { keystore, password, caFile, ca: await readFile(caFile, 'utf8') };
};
