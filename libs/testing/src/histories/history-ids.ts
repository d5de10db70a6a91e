import { createHmac } from 'node:crypto';
import {
  deriveFirstUmid,
  uuidFromBytes,
  type Identifier,
  type Mac,
  type ProfileId,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { ModelRequest } from '../model/model-request.ts';
import type { Step } from './step.ts';

/** 2026-01-01T00:00:00Z */
const BEGINNING = Date.UTC(2026, 0, 1);

/** The ids of a history: the same for the same seed, whatever account it happens in. */
export const historyMac =
  (account: AccountName): Mac =>
  (name, ...parts) =>
    createHmac('sha256', 'a secret of histories')
      .update(JSON.stringify([name, ...parts.filter((part) => part !== account)]))
      .digest();

const textId = (mac: Mac, ...parts: readonly string[]): string => uuidFromBytes(mac('umid', ...parts));

/** The umdid of one of the history's devices. */
export const umdidOf = (mac: Mac, device: number): Umdid => textId(mac, 'device', String(device)) as Umdid;

const newUmidOf = (mac: Mac, step: number): Umid => textId(mac, 'new', String(step)) as Umid;

/** The profile ids that a step may assign. */
export const profileIdsOf = (step: number): readonly [ProfileId, ProfileId] => [
  `profile-${step}-first` as ProfileId,
  `profile-${step}-other` as ProfileId,
];

/** Turns the requests of batches into what the resolver is asked, one batch after the other. */
export const createRequests = (
  account: AccountName,
): ((steps: readonly Step[]) => readonly ModelRequest[]) => {
  const mac = historyMac(account);
  const seen = new Set<number>();
  let [now, count] = [BEGINNING, 0];
  return (steps) => {
    const requests = steps.map((step) => {
      now += step.afterMs;
      const isFresh = step.fresh && !seen.has(step.device) && isAlone(steps, step);
      return requestOf({ mac, account, step, now, isFresh, count: count++ });
    });
    for (const { device } of steps) seen.add(device);
    return requests;
  };
};

/** Nobody else can know a umdid that is made just now. */
const isAlone = (steps: readonly Step[], { device }: Step): boolean =>
  steps.filter((other) => other.device === device).length === 1;

const requestOf = ({
  mac,
  account,
  step,
  now,
  isFresh,
  count,
}: {
  readonly mac: Mac;
  readonly account: AccountName;
  readonly step: Step;
  readonly now: number;
  readonly isFresh: boolean;
  readonly count: number;
}): ModelRequest => {
  const umdid = umdidOf(mac, step.device);
  return {
    umdid,
    fresh: isFresh,
    identifiers: step.identifiers.map((one) => identifierOf(one, count)),
    permissions: step.permissions,
    retryKey: step.retryKey === null ? null : `key-${step.device}-${step.retryKey}`,
    now,
    firstUmid: deriveFirstUmid(mac, account, umdid),
    newUmid: newUmidOf(mac, count),
    newProfileIds: profileIdsOf(count),
  };
};

const identifierOf = ({ name, value }: Step['identifiers'][number], count: number): Identifier => {
  if (name !== 'profileId') return { name, value: `${name}-${value}` };
  return { name, value: profileIdsOf(Math.max(0, count - 1 - value))[value % 2]! };
};
