import type { AccountRules, NotificationRule, PipelineRules } from '@kith/domain/pipeline';
import { z } from 'zod';
import { signatureName } from './signature-name.ts';

/** The deepest nesting of a body, counted in objects and arrays. */
export const DEEPEST_BODY = 32;

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
