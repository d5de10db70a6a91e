import type { DestinationRules, FileTarget } from '@kith/domain/destinations';
import type { Logger } from '@kith/platform';
import type { DestinationSender } from '@kith/ports';
import { createFileSender } from './create-file-sender.ts';

/** What a file of the configuration is opened with. */
export interface OpenFileSenderDeps {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Opens the sender of a destination whose target is a file. */
export const openFileSender = (
  { account, name }: Pick<DestinationRules, 'account' | 'name'>,
  target: FileTarget,
  { clock, logger }: OpenFileSenderDeps,
): DestinationSender =>
  createFileSender({
    target,
    // No name has a plus sign, so that no two destinations share a file.
    stem: `${account}+${name}`,
    clock,
    onError: (error) =>
      logger.warn({ error, account, destination: name }, 'a file could not be closed and is tried again'),
  });
