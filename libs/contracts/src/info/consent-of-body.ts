import type { Acknowledgement, ConsentUpdate } from '@kith/domain/consent';
import type { AccountRules } from '@kith/domain/pipeline';
import { orderingTime } from '@kith/domain/tracking';
import type { DataElement, InfoBody, NotificationElement } from './info-body.ts';

const NO_CONSENT: ConsentUpdate = { permissions: {}, acknowledgements: [] };

/**
 * What a body says of consent: a permission in the top-level `permission` wins over one in `data`, a later element of
 * `data` over an earlier one (docs/behaviour.md#permissions-and-notifications-of-a-request).
 */
export const consentOfBody = (account: AccountRules, body: InfoBody, receivedAt: number): ConsentUpdate => {
  const data = body.data ?? [];
  if (!saysConsent(body) && !data.some(saysConsent)) return NO_CONSENT;
  const permissions = [...data.map(({ permission }) => permission), body.permission];
  const notifications = [
    ...data.flatMap(({ notification }) => notification ?? []),
    ...(body.notification ?? []),
  ];
  return {
    permissions: Object.fromEntries(permissions.flatMap((part) => decided(part))),
    acknowledgements: notifications.map((element) => acknowledgementOf(account, element, receivedAt)),
  };
};

const saysConsent = ({ permission, notification }: InfoBody | DataElement): boolean =>
  permission !== undefined || notification !== undefined;

const decided = (part: InfoBody['permission']): readonly (readonly [string, boolean])[] =>
  Object.entries(part ?? {}).filter((entry): entry is [string, boolean] => entry[1] !== undefined);

const acknowledgementOf = (
  account: AccountRules,
  { name, version = 1, uxvariant, permissions, date }: NotificationElement,
  receivedAt: number,
): Acknowledgement => {
  const { time, clientTime } = orderingTime(date, receivedAt);
  return {
    name,
    version,
    uxvariant: uxvariant ?? null,
    permissions: [...new Set(permissions ?? account.notifications.get(name)?.covers)],
    date: time,
    ...(clientTime === null ? {} : { clientTime }),
  };
};
