import type { Acknowledgement, ConsentUpdate } from '@kith/domain/consent';
import type { AccountRules, NotificationRule, PipelineRules } from '@kith/domain/pipeline';
import { orderingTime } from '@kith/domain/tracking';
import { z } from 'zod';
import { type MemberFault, pointerOf } from './member-fault.ts';
import { signatureName } from './signature-name.ts';

const NO_CONSENT: ConsentUpdate = { permissions: {}, acknowledgements: [] };

/** A fault with its path from the inside out, which is put together only where there is one. */
interface Fault {
  readonly path: string[];
  readonly detail: string;
}

/** The deepest nesting of a body, counted in objects and arrays. */
export const MAX_BODY_DEPTH = 32;

const time = z.number();

// Two ids that differ only in halves of characters would make the same event id.
const ELEMENT_ID = /^\P{Surrogate}{1,128}$/u;

const actionSchema = z.looseObject({
  name: z.string().optional(),
  action: z.string().optional(),
  category: z.string().optional(),
  label: z.string().optional(),
  timestamp: time.optional(),
});

const pageSchema = z.looseObject({
  name: z.string().optional(),
  action: z.string().optional(),
  url: z.string().optional(),
  timestamp: time.optional(),
});

/** An element of `notification`, as the caller may send it. */
export interface NotificationElement {
  readonly name: string;
  readonly version?: number | undefined;
  readonly uxvariant?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly date?: number | undefined;
}

/** An element of `data`; members beyond these are the caller's data layer and are kept. */
export interface DataElement {
  readonly id?: string | undefined;
  readonly action?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly page?: Readonly<Record<string, unknown>> | undefined;
  readonly notification?: readonly NotificationElement[] | undefined;
  readonly permission?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly [member: string]: unknown;
}

/** The payload of an info request (docs/behaviour.md#the-body) with the identifiers that the body may carry. */
export interface InfoBody {
  readonly data?: readonly DataElement[] | undefined;
  readonly permission?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly notification?: readonly NotificationElement[] | undefined;
  readonly [identifier: string]: unknown;
}

/** Checks and types a body. */
export type InfoBodySchema = z.ZodType<InfoBody>;

/** The schema of a pipeline's bodies: permissions, notifications and identifiers by their configured names. */
export const infoBodySchema = (pipeline: PipelineRules): InfoBodySchema =>
  bodySchema(
    permissionSchema(pipeline.account),
    notificationSchema(pipeline.account),
    bodyIdentifiers(pipeline),
  );

const bodySchema = <P extends z.ZodType, N extends z.ZodType, I extends z.ZodRawShape>(
  permission: P,
  acknowledged: N,
  identifiers: I,
) => {
  const notification = z.array(acknowledged);
  const element = z.looseObject({
    id: z.string().regex(ELEMENT_ID, 'must be 1 to 128 characters of well-formed Unicode').optional(),
    action: z.array(actionSchema).optional(),
    page: pageSchema.optional(),
    notification: notification.optional(),
    permission: permission.optional(),
  });
  return z.strictObject({
    ...identifiers,
    data: z.array(element).optional(),
    permission: permission.optional(),
    notification: notification.optional(),
  });
};

const permissionSchema = (account: AccountRules) =>
  z.strictObject(
    Object.fromEntries(Array.from(account.permissions, (name) => [name, z.boolean().optional()])),
  );

const bodyIdentifiers = (pipeline: PipelineRules) =>
  Object.fromEntries(
    pipeline.identifiers
      .filter(({ sources }) => sources.some(({ from }) => from === 'body'))
      .flatMap(({ rule }) =>
        rule.verify === undefined ? [rule.name] : [rule.name, signatureName(rule.name)],
      )
      .map((name) => [name, z.string().optional()]),
  );

const notificationElement = z.strictObject({
  name: z.string(),
  version: z.int().optional(),
  uxvariant: z.string().optional(),
  permissions: z.array(z.string()).optional(),
  date: time.optional(),
});

const notificationSchema = (account: AccountRules): z.ZodType<NotificationElement> =>
  notificationElement.superRefine((element, context) => {
    const refuse = (path: PropertyKey[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const rule = account.notifications.get(element.name);
    if (rule === undefined) refuse(['name'], 'unknown notification');
    else checkNotification(rule, element, refuse);
  });

/** The bodies of any pipeline, whatever its names: what the OpenAPI document says of them. */
export const anyInfoBodySchema = bodySchema(
  z.record(z.string(), z.boolean()),
  notificationElement,
  {},
).catchall(z.string());

const checkNotification = (
  rule: NotificationRule,
  { version = 1, uxvariant, permissions = [] }: NotificationElement,
  refuse: (path: PropertyKey[], message: string) => void,
): void => {
  if (!rule.versions.includes(version)) refuse(['version'], 'not a configured version');
  if (uxvariant !== undefined && !rule.uxvariants.includes(uxvariant)) {
    refuse(['uxvariant'], 'not a configured variant');
  }
  permissions.forEach((permission, index) => {
    if (!rule.covers.includes(permission)) refuse(['permissions', index], 'not covered by this notification');
  });
};

/**
 * Finds what no schema looks at, in parts that are kept as they come: nesting that would exhaust a stack further on.
 * Null where there is nothing of the kind.
 */
export const structureFault = (value: unknown): MemberFault | null => {
  const fault = faultWithin(value, 0);
  return fault === null ? null : { pointer: pointerOf(fault.path.reverse()), detail: fault.detail };
};

const faultWithin = (value: unknown, depth: number): Fault | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_BODY_DEPTH) return { path: [], detail: 'nested too deeply' };
  for (const key of Object.keys(value)) {
    const fault = faultWithin((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (fault === null) continue;
    fault.path.push(key);
    return fault;
  }
  return null;
};

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
