import { createHash } from 'node:crypto';
import {
  googleCustomerMatch,
  metaConversions,
  payloadOf,
  type DeliveryContent,
  type DestinationRules,
  type Sha256,
  type TransformRule,
} from '@kith/domain/destinations';
import type { Deadline, Expressions, MappingFailure } from '@kith/ports';
import type { Transformed } from './destination.ts';

export interface TransformDeps {
  readonly rules: Pick<DestinationRules, 'account' | 'name' | 'transform'>;
  readonly expressions: Expressions;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What gives the deliveries of a destination their form. */
export type Transform = (deadline: Deadline, content: DeliveryContent) => Promise<Transformed>;

const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');

const made = (payload: unknown): Transformed => ({ kind: 'made', payload });

const madeOrNothing = (payload: unknown): Transformed =>
  payload === null || payload === undefined ? { kind: 'nothing' } : made(payload);

/** Gives content the form that the configuration asks for: the documented one, an own one, or a public format. */
export const createTransform = ({ rules, expressions, clock }: TransformDeps): Transform => {
  const { transform, account, name } = rules;
  const owner = `destination ${account}.${name}`;
  return async (deadline, content) => {
    if (transform.kind !== 'jsonata') return publicForm(transform, content, clock());
    return ownForm(expressions, deadline, {
      owner,
      expression: transform.expression,
      input: payloadOf(content),
    });
  };
};

const publicForm = (
  rule: Exclude<TransformRule, { readonly kind: 'jsonata' }>,
  content: DeliveryContent,
  now: number,
): Transformed => {
  switch (rule.kind) {
    case 'none':
      return made(payloadOf(content));
    case 'metaConversions':
      return madeOrNothing(metaConversions(content, rule.preset, sha256, now));
    case 'googleCustomerMatch':
      return madeOrNothing(googleCustomerMatch(content, rule.preset, sha256));
  }
};

const ownForm = async (
  expressions: Expressions,
  deadline: Deadline,
  question: Parameters<Expressions['evaluate']>[1][number],
): Promise<Transformed> => {
  const [outcome] = await expressions.evaluate(deadline, [question]);
  if (outcome?.kind === 'made') return madeOrNothing(outcome.output);
  const { why } = outcome ?? { why: 'busy' };
  return { kind: isLasting(why) ? 'refused' : 'failed', why: `the transformation made nothing (${why})` };
};

/** The expression itself answers so, and would again; everything else is for want of time or room. */
const isLasting = (why: MappingFailure): boolean => why === 'error' || why === 'tooLarge';
