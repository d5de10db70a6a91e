import type { Identifier } from '../identity/index.ts';
import { identifierText } from './identifier-text.ts';
import type { IdentityKeys } from './identity-rows.ts';

/** The keys of several lookups, each once. */
export const uniteKeys = (all: readonly IdentityKeys[]): IdentityKeys => ({
  umids: once(all.flatMap(({ umids }) => umids)),
  umdids: once(all.flatMap(({ umdids }) => umdids)),
  identifiers: onceEach(all.flatMap(({ identifiers }) => identifiers)),
  shared: onceEach(all.flatMap(({ shared }) => shared)),
  suppressions: once(all.flatMap(({ suppressions }) => suppressions)),
});

const once = <T>(keys: readonly T[]): readonly T[] => [...new Set(keys)];

const onceEach = (identifiers: readonly Identifier[]): readonly Identifier[] => [
  ...new Map(identifiers.map((identifier) => [identifierText(identifier), identifier])).values(),
];
