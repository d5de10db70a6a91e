import type { DestinationRules, DestinationTarget } from '@kith/domain/destinations';
import type { DestinationSender, Expressions } from '@kith/ports';
import type { OpenDestinationOf } from './destination.ts';
import { createTransform } from './create-transform.ts';

type Target<T extends DestinationTarget['type']> = Extract<DestinationTarget, { readonly type: T }>;

/** What makes the sender of each kind; throws where a file that it names cannot be read. */
export type Senders = {
  readonly [T in DestinationTarget['type']]: (
    rules: DestinationRules,
    target: Target<T>,
  ) => DestinationSender | Promise<DestinationSender>;
};

export interface OpenDestinationDeps {
  readonly senders: Senders;
  readonly expressions: Expressions;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** How long a call that is no webhook may take, in milliseconds. */
const SEND_MS = 10_000;

/** Gives each destination its transformation and its sender. */
export const openDestinationWith =
  ({ senders, expressions, clock }: OpenDestinationDeps): OpenDestinationOf =>
  async (rules) => ({
    transform: createTransform({ rules, expressions, clock }),
    sender: await senderOf(senders, rules),
    sendMs: rules.target.type === 'webhook' ? rules.target.timeoutMs : SEND_MS,
  });

const senderOf = async (senders: Senders, rules: DestinationRules): Promise<DestinationSender> => {
  const { target } = rules;
  switch (target.type) {
    case 'webhook':
      return senders.webhook(rules, target);
    case 'kafka':
      return senders.kafka(rules, target);
    case 'file':
      return senders.file(rules, target);
  }
};
