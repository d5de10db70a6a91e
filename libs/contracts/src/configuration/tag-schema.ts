import { z } from 'zod';
import { memberName } from './members/names.ts';
import { uniqueList } from './members/unique-list.ts';

const ENDPOINT = 'must be an origin: https://id.example.com';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const named = z.record(memberName, uniqueList(z.string().min(1).max(128)).min(1));

const number = z.int().min(1).max(65_535);

const agreed = z
  .strictObject({
    purposes: uniqueList(number).default([]).describe('Purposes of the framework by number.'),
    vendors: uniqueList(number).default([]).describe('Vendors of the global vendor list by number.'),
  })
  .refine(({ purposes, vendors }) => purposes.length + vendors.length > 0, 'must name a purpose or a vendor');

const MANAGERS = ['tcf', 'googleConsentMode', 'oneTrust', 'usercentrics'] as const;

const consentManagerSchema = z
  .strictObject({
    tcf: z
      .record(memberName, agreed)
      .optional()
      .describe('IAB TCF 2.2: the purposes and vendors that must all have consent, per permission.'),
    googleConsentMode: named
      .optional()
      .describe('Google Consent Mode: the consent types that must all be granted, per permission.'),
    oneTrust: named.optional().describe('OneTrust: the groups that must all be active, per permission.'),
    usercentrics: named
      .optional()
      .describe('Usercentrics: the services, by name or id, that must all have consent, per permission.'),
    notification: memberName.optional().describe('The notification that the manager shows.'),
    version: z.int().min(0).optional().describe('The version of it.'),
    uxvariant: memberName.optional().describe('The form in which it is shown.'),
  })
  .refine((manager) => MANAGERS.filter((name) => manager[name] !== undefined).length === 1, {
    error: `must have exactly one of ${MANAGERS.join(', ')}`,
  });

/** How the web tag of a pipeline behaves. */
export const tagSchema = z.strictObject({
  requires: z
    .union([z.literal(false), memberName], 'must be false, or a permission')
    .optional()
    .describe(
      'Before this permission is granted the tag sends nothing but consent; what tracking.requires and cookie.requires say where it is left out. false: it waits for none.',
    ),
  dataLayer: uniqueList(z.enum(['dataLayer', 'adobeDataLayer', 'digitalData', 'utag_data']))
    .default([])
    .describe('Global variables of the page that the tag reads.'),
  spa: z
    .boolean()
    .default(true)
    .describe("Whether navigation inside a page is a page view, once the page has called kith('page')."),
  sections: uniqueList(z.enum(['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions']))
    .default([])
    .describe(
      'What the tag asks for with the first request of a page, and whenever identity or consent change.',
    ),
  globalPrivacyControl: z
    .enum(['respect', 'ignore'])
    .default('respect')
    .describe('Whether a browser that sends Global Privacy Control is tracked.'),
  endpoint: z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+$/, { error: ENDPOINT, abort: true })
    .refine(isOrigin, ENDPOINT)
    .optional()
    .describe('The origin that the tag sends to; where it was loaded from where it is left out.'),
  consentManager: consentManagerSchema
    .optional()
    .describe('The consent manager of the site, whose decisions become permissions.'),
});

export type ConsentManagerDocument = z.output<typeof consentManagerSchema>;
