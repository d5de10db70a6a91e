import type { Senders } from '@kith/destinations';
import type { Configuration } from '@kith/contracts';
import { openFileSender } from '@kith/files';
import { openKafkaSender } from '@kith/kafka';
import { addressGuard, openOutgoingHttp, type OutgoingHost } from '@kith/outgoing-http';
import { createLive, type Live, type Logger } from '@kith/platform';
import { checkWebhooks, openWebhookSender } from '@kith/webhook';

/** The most bytes of a receiver's answer that are read, so that its connection serves again. */
const ANSWER_BYTES = 65_536;

export interface SenderDeps {
  /** With the files that it names. */
  readonly configuration: Live<Pick<Configuration, 'destinations' | 'files'>>;
  readonly logger: Logger;
}

const openCalls = (host: OutgoingHost) =>
  openOutgoingHttp({ hosts: createLive([host]).live, maxAnswerBytes: ANSWER_BYTES });

/**
 * The senders of each kind, over connections of their own. A configuration whose secrets have another form than they
 * must have is refused as a whole: this throws, and so does its replacement later.
 */
export const createSenders = ({ configuration, logger }: SenderDeps): Senders => {
  const files = configuration.map(({ destinations, files: contents }) => {
    checkWebhooks(destinations, contents);
    return contents;
  });
  const contentOf = (file: string): string => files.current().get(file)?.toString('utf8') ?? '';
  const clock = Date.now;
  return {
    webhook: (_rules, target) => openWebhookSender(target, { files: files.current(), clock, openCalls }),
    kafka: (rules, target) =>
      openKafkaSender(rules, target, { contentOf, guard: addressGuard(target.allowPrivate) }),
    file: (rules, target) => openFileSender(rules, target, { clock, logger }),
  };
};
