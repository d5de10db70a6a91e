import type { BrokerCertificate } from './broker-certificate.ts';
import { freePorts, LOOPBACK } from '@kith/testing/free-ports';
import { startOwnKafka, type RunningServer } from '@kith/tools/servers';

/** Passwords by the names of the users. */
export type Passwords = Readonly<Record<string, string>>;

/** A broker that lets nobody do anything but what its access control lists say. */
export interface KafkaWithUsers {
  /** Without login: an administrator's way in, for the suite. */
  readonly administrator: string;
  /** Users log in here by PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512. */
  readonly users: string;
  /** The same, over TLS. */
  readonly usersByTls: string;
  stop(): Promise<void>;
}

/** Starts a broker with these users, none of whom may do anything yet. */
export const startKafkaWithUsers = async (
  passwords: Passwords,
  certificate: Pick<BrokerCertificate, 'keystore' | 'password'>,
): Promise<KafkaWithUsers> => {
  const [users = 0, usersByTls = 0] = await freePorts(2);
  const server: RunningServer = await startOwnKafka(process.env, {
    scramUsers: Object.entries(passwords).flatMap(scramUser),
    properties: (port, controllerPort) => ({
      ...listenersOn({ port, controllerPort, users, usersByTls }),
      ...loginBy('sasl_plaintext', passwords),
      ...loginBy('sasl_ssl', passwords),
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': certificate.keystore,
      'ssl.keystore.password': certificate.password,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      // Whoever has not logged in came by the administrator's listener or is the broker itself.
      'super.users': 'User:ANONYMOUS',
    }),
  });
  return {
    administrator: server.uri,
    users: `${LOOPBACK}:${users}`,
    usersByTls: `${LOOPBACK}:${usersByTls}`,
    stop: server.stop,
  };
};

const PROTOCOLS = ['PLAINTEXT', 'SASL_PLAINTEXT', 'SASL_SSL'];

interface Listeners {
  readonly port: number;
  readonly controllerPort: number;
  readonly users: number;
  readonly usersByTls: number;
}

const listenersOn = ({ port, controllerPort, users, usersByTls }: Listeners): Record<string, string> => {
  const open = [
    `PLAINTEXT://${LOOPBACK}:${port}`,
    `SASL_PLAINTEXT://${LOOPBACK}:${users}`,
    `SASL_SSL://${LOOPBACK}:${usersByTls}`,
  ];
  return {
    listeners: [...open, `CONTROLLER://${LOOPBACK}:${controllerPort}`].join(','),
    'advertised.listeners': open.join(','),
    'listener.security.protocol.map': [
      ...PROTOCOLS.map((name) => `${name}:${name}`),
      'CONTROLLER:PLAINTEXT',
    ].join(','),
  };
};

const loginBy = (listener: string, passwords: Passwords): Record<string, string> => {
  const users = Object.entries(passwords).map(([name, password]) => ` user_${name}="${password}"`);
  const modules = 'org.apache.kafka.common.security';
  const scram = `${modules}.scram.ScramLoginModule required;`;
  return {
    [`listener.name.${listener}.plain.sasl.jaas.config`]: `${modules}.plain.PlainLoginModule required${users.join('')};`,
    [`listener.name.${listener}.scram-sha-256.sasl.jaas.config`]: scram,
    [`listener.name.${listener}.scram-sha-512.sasl.jaas.config`]: scram,
  };
};

const scramUser = ([name, password]: readonly [string, string]): readonly string[] =>
  ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((mechanism) => `${mechanism}=[name=${name},password=${password}]`);
