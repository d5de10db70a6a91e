import type { Identifier } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';

/** Identifiers that are one person's alone: what is `shared` is also others', whom no erasure of one of them may bar. */
export const ownAmong = (
  { identifiers }: Pick<AccountRules, 'identifiers'>,
  among: readonly Identifier[],
): readonly Identifier[] => among.filter(({ name }) => identifiers.get(name)?.shared !== true);
