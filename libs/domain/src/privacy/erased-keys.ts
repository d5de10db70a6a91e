import type { Identifier, Macs, Umdid, Umid } from '../identity/index.ts';
import type { AccountName, AccountRules } from '../pipeline/index.ts';
import { suppressionKeys, type Suppressible, type Suppression, type SuppressionKey } from './suppression.ts';

/** What was erased, among the things that somebody asked about. */
export interface ErasedAmong {
  readonly hasUmid: (umid: Umid) => boolean;
  readonly hasUmdid: (umdid: Umdid) => boolean;
  /** Whether the identifier is one of a person who was erased after that time, in epoch milliseconds. */
  readonly hasIdentifier: (identifier: Identifier, at: number) => boolean;
}

/** The keys to ask the store for, and what its answer says. */
export interface ErasedQuestion {
  readonly keys: readonly SuppressionKey[];
  readonly among: (suppressions: readonly Suppression[]) => ErasedAmong;
}

/** What somebody wants to know of. */
export interface Asked {
  readonly umids: readonly Umid[];
  readonly umdids: readonly Umdid[];
  readonly identifiers: readonly Identifier[];
}

/** Prepares the question whether any of these was erased. */
export const askErased = (macs: Macs, account: AccountName, asked: Asked): ErasedQuestion => {
  const keysOf = (one: Suppressible): readonly SuppressionKey[] => suppressionKeys(macs, account, one);
  const umids = new Map(asked.umids.map((umid) => [umid, keysOf({ kind: 'umid', umid })]));
  const umdids = new Map(asked.umdids.map((umdid) => [umdid, keysOf({ kind: 'umdid', umdid })]));
  const identifiers = new Map(
    asked.identifiers.map(({ name, value }) => [
      textOf({ name, value }),
      keysOf({ kind: 'identifier', name, value }),
    ]),
  );
  const among = (suppressions: readonly Suppression[]): ErasedAmong => {
    const times = new Map(suppressions.map(({ key, at }) => [key, at]));
    const latest = (keys: readonly SuppressionKey[] = []): number =>
      Math.max(-Infinity, ...keys.map((key) => times.get(key) ?? -Infinity));
    return {
      hasUmid: (umid) => latest(umids.get(umid)) > -Infinity,
      hasUmdid: (umdid) => latest(umdids.get(umdid)) > -Infinity,
      hasIdentifier: (identifier, at) => latest(identifiers.get(textOf(identifier))) > at,
    };
  };
  return { keys: [...umids.values(), ...umdids.values(), ...identifiers.values()].flat(), among };
};

const textOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);

/** Identifiers that are one person's alone: what is `shared` is also others', whom no erasure of one of them may bar. */
export const ownAmong = (
  { identifiers }: Pick<AccountRules, 'identifiers'>,
  among: readonly Identifier[],
): readonly Identifier[] => among.filter(({ name }) => identifiers.get(name)?.shared !== true);
