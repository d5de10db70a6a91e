import type { DestinationRules, KafkaTarget } from '@kith/domain/destinations';
import type { KafkaSecurity } from '@kith/platform';
import type { DestinationSender } from '@kith/ports';
import { createKafkaSender } from './create-kafka-sender.ts';
import type { AddressGuard } from './guarded-sockets.ts';

/** What a topic of the configuration is opened with. */
export interface OpenKafkaSenderDeps {
  /** The text of a file that the configuration names. */
  readonly contentOf: (file: string) => string;
  /** Where brokers may be. */
  readonly guard: AddressGuard;
}

/** Opens the sender of a destination whose target is a topic. */
export const openKafkaSender = (
  { account, name }: Pick<DestinationRules, 'account' | 'name'>,
  target: KafkaTarget,
  { contentOf, guard }: OpenKafkaSenderDeps,
): DestinationSender =>
  createKafkaSender({
    brokers: target.brokers,
    topic: target.topic,
    clientId: `kith-${account}-${name}`,
    security: securityOf(target, contentOf),
    guard,
  });

const securityOf = (
  { tls, login }: KafkaTarget,
  contentOf: OpenKafkaSenderDeps['contentOf'],
): KafkaSecurity => ({
  tls: tls === null ? null : { ca: tls.caFile === null ? null : contentOf(tls.caFile) },
  login:
    login === null
      ? null
      : {
          mechanism: login.mechanism,
          username: login.username,
          password: contentOf(login.passwordFile).replace(/\r$/, ''),
        },
});
