import { ConfigurationError } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import kafkajs from 'kafkajs';

const {
  KafkaJSAggregateError,
  KafkaJSConnectionError,
  KafkaJSProtocolError,
  KafkaJSSASLAuthenticationError,
} = kafkajs;

const LOGIN = 'KAFKA_USERNAME, KAFKA_PASSWORD_FILE, KAFKA_MECHANISM';
const LOGIN_REFUSALS = new Set([
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'SASL_AUTHENTICATION_FAILED',
]);
const NOT_TRUSTED = /CERT|VERIFY_LEAF_SIGNATURE/;
const OTHER_LISTENER =
  'the brokers hang up: do KAFKA_TLS and KAFKA_USERNAME fit the listener that KAFKA_BROKERS names?';

/**
 * What is told of a log that cannot be opened: `ConfigurationError` with the settings where the brokers answer and
 * refuse, else `Unavailable`. What the driver says shows no password.
 */
export const openingFailure = (error: unknown): Error => {
  const cause = innermost(error);
  if (isLoginRefusal(cause)) return wrong(`${LOGIN}: the brokers refuse this login (${cause.message})`);
  if (isNotTrusted(cause)) return wrong(`KAFKA_CA_FILE: the brokers are not trusted (${cause.message})`);
  const unmade = unmadeTopic(cause);
  if (unmade !== null) return wrong(`KAFKA_USERNAME: ${unmade}`);
  const reason = isHangUp(cause) ? OTHER_LISTENER : 'no broker answers as it should';
  return new Unavailable('kafka', reason, { cause });
};

const wrong = (sentence: string): ConfigurationError => new ConfigurationError([sentence]);

/** The driver wraps what ended its tries. */
const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error;

const isLoginRefusal = (error: unknown): error is Error =>
  error instanceof KafkaJSSASLAuthenticationError ||
  (error instanceof KafkaJSProtocolError && LOGIN_REFUSALS.has(error.type));

/** The driver keeps the code of the socket's error, and does not declare it. */
const connectionCode = (error: unknown): string =>
  error instanceof KafkaJSConnectionError && 'code' in error ? String(error.code) : '';

const isNotTrusted = (error: unknown): error is Error => NOT_TRUSTED.test(connectionCode(error));

/** Without TLS at a listener that has it, or the other way round, or without a login where one is asked for. */
const isHangUp = (error: unknown): boolean =>
  connectionCode(error) === 'ECONNRESET' ||
  (error instanceof Error && error.name === 'KafkaJSConnectionClosedError');

const REFUSED = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']);

/** To a user who may do nothing with it, a topic that is there looks absent. */
const unmadeTopic = (error: unknown): string | null => {
  if (!(error instanceof KafkaJSAggregateError)) return null;
  const refused = error.errors.find((one) => one instanceof KafkaJSProtocolError && REFUSED.has(one.type));
  if (!(refused instanceof KafkaJSProtocolError)) return null;
  const topic = 'topic' in refused ? String(refused.topic) : '';
  return `this user may neither use nor make the topic ${topic}`;
};
