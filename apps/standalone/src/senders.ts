import type { Configuration, FileContents } from '@kith/contracts';
import type { Senders } from '@kith/activation';
import type { DestinationRules, FileTarget, KafkaTarget, WebhookTarget } from '@kith/domain/handing-on';
import { createFileSender } from '@kith/files';
import { createKafkaSender } from '@kith/kafka';
import { isPermitted, openOutgoingHttp, permittedAddresses, systemLookUp } from '@kith/outgoing-http';
import { createLive } from '@kith/platform';
import type { KafkaSecurity, Live, Logger } from '@kith/platform';
import type { DestinationSender } from '@kith/ports';
import { createWebhookSender, webhookSecrets } from '@kith/webhook';

/** The most bytes of a receiver's answer: only its status and headers count. */
const ANSWER_BYTES = 65_536;

/** What senders are made with. */
export interface SenderParts {
  /** With the files that it names. */
  readonly configuration: Live<Pick<Configuration, 'destinations' | 'files'>>;
  readonly logger: Logger;
}

/**
 * The senders of each kind, over connections of their own. A configuration whose secrets have another form than they
 * must have is refused as a whole: this throws, and so does its replacement later.
 */
export const createSenders = ({ configuration, logger }: SenderParts): Senders => {
  const files = configuration.map(({ destinations, files: contents }) => {
    for (const { target } of destinations) if (target.type === 'webhook') webhookSecrets(target, contents);
    return contents;
  });
  return {
    webhook: (_rules, target) => webhookSender(target, files.current()),
    kafka: (rules, target) => kafkaSender(rules, target, files.current()),
    file: (rules, target) => fileSender(rules, target, logger),
  };
};

const webhookSender = (target: WebhookTarget, files: FileContents): DestinationSender => {
  const { allowPrivate, url } = target;
  const hosts = createLive([{ origin: new URL(url).origin, allowPrivate }]).live;
  const outgoing = openOutgoingHttp({ hosts, maxAnswerBytes: ANSWER_BYTES });
  return createWebhookSender({
    target,
    secrets: webhookSecrets(target, files),
    clock: Date.now,
    ...outgoing,
  });
};

const kafkaSender = (
  { account, name }: DestinationRules,
  target: KafkaTarget,
  files: FileContents,
): DestinationSender => {
  const { allowPrivate, brokers, topic } = target;
  return createKafkaSender({
    brokers,
    topic,
    clientId: `kith-${account}-${name}`,
    security: securityOf(target, files),
    guard: {
      lookup: permittedAddresses(systemLookUp, allowPrivate),
      isPermitted: (address) => isPermitted(address, allowPrivate),
    },
  });
};

const securityOf = ({ tls, login }: KafkaTarget, files: FileContents): KafkaSecurity => ({
  tls: tls === null ? null : { ca: tls.caFile === null ? null : textIn(files, tls.caFile) },
  login:
    login === null
      ? null
      : {
          mechanism: login.mechanism,
          username: login.username,
          password: textIn(files, login.passwordFile).replace(/\r$/, ''),
        },
});

const textIn = (files: FileContents, file: string): string => files.get(file)?.toString('utf8') ?? '';

const fileSender = (
  { account, name }: DestinationRules,
  target: FileTarget,
  logger: Logger,
): DestinationSender =>
  createFileSender({
    target,
    // No name has a plus sign, so that no two destinations share a file.
    stem: `${account}+${name}`,
    clock: Date.now,
    onError: (error) =>
      logger.warn({ error, account, destination: name }, 'a file could not be closed and is tried again'),
  });
