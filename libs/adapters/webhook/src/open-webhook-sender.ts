import type { FileContents } from '@kith/contracts';
import type { DestinationRules, WebhookTarget } from '@kith/domain/destinations';
import { ConfigurationError } from '@kith/platform';
import type { DestinationSender, OutgoingHttp } from '@kith/ports';
import { createWebhookSender } from './create-webhook-sender.ts';
import { secretFaults, webhookSecrets } from './webhook-secrets.ts';

/** Calls to one host, and what ends their connections. */
export interface HostCalls {
  readonly http: OutgoingHttp;
  readonly close: () => void;
}

/** What a webhook of the configuration is opened with. */
export interface OpenWebhookSenderDeps {
  readonly files: FileContents;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly openCalls: (host: { readonly origin: string; readonly allowPrivate: boolean }) => HostCalls;
}

/** Opens the sender of a destination whose target is a webhook: it can call that host and no other. */
export const openWebhookSender = (
  target: WebhookTarget,
  { files, clock, openCalls }: OpenWebhookSenderDeps,
): DestinationSender => {
  const secrets = webhookSecrets(target, files);
  const { origin } = new URL(target.url);
  return createWebhookSender({
    target,
    secrets,
    clock,
    ...openCalls({ origin, allowPrivate: target.allowPrivate }),
  });
};

/** Throws one `ConfigurationError` with every secret of a webhook that has another form than it must have. */
export const checkWebhooks = (
  destinations: readonly Pick<DestinationRules, 'account' | 'name' | 'target'>[],
  files: FileContents,
): void => {
  const faults = destinations.flatMap(({ account, name, target }) =>
    target.type === 'webhook'
      ? secretFaults(target, files).map((fault) => `accounts.${account}.destinations.${name}.${fault}`)
      : [],
  );
  if (faults.length > 0) throw new ConfigurationError(faults);
};
