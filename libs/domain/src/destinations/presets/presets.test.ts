import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Umid } from '../../identity/model/ids.ts';
import { REMOVAL_TYPE, type DeliveryContent } from '../delivery-content.ts';
import { googleCustomerMatch } from './google-customer-match.ts';
import { metaConversions } from './meta-conversions.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const AT = Date.UTC(2026, 10, 21, 12, 0, 0, 750);

const content = (members: Partial<DeliveryContent> = {}): DeliveryContent => ({
  id: 'event-1',
  type: 'kith.tracking.action',
  at: AT,
  account: 'demo',
  subject: '8f1c1f3e-8d0c-4b8e-9d55-0a7f3c5c1e11' as Umid,
  umid: '8f1c1f3e-8d0c-4b8e-9d55-0a7f3c5c1e11' as Umid,
  profileId: 'p-1',
  identifiers: [
    { name: 'email', value: ' Ada.Lovelace@Example.com ' },
    { name: 'phone', value: '+44 (0)20 7946-0018' },
    { name: 'customerId', value: 'C-77' },
  ],
  permissions: { OPT: true },
  attributes: {},
  data: { name: 'shoe', action: 'AddToCart', category: 'shop' },
  ...members,
});

const META = {
  email: 'email',
  phone: 'phone',
  externalId: 'customerId',
  actionSource: 'system_generated',
  testEventCode: null,
};
const GOOGLE = { email: 'email', phone: 'phone', userList: 'customers/12/userLists/34' };

const metaEvent = (members: Partial<DeliveryContent> = {}, rule = META) =>
  (metaConversions(content(members), rule, sha256, AT)?.['data'] as readonly Record<string, unknown>[])[0];

describe("Meta's Conversions API", () => {
  test('gets an event with seconds, our id for its deduplication, and nobody in plain text', () => {
    expect(metaConversions(content(), META, sha256, AT)).toEqual({
      data: [
        {
          event_name: 'AddToCart',
          event_time: Math.floor(AT / 1000),
          event_id: 'event-1',
          action_source: 'system_generated',
          user_data: {
            em: [sha256('ada.lovelace@example.com')],
            ph: [sha256('4402079460018')],
            external_id: [sha256('C-77')],
          },
          custom_data: { name: 'shoe', action: 'AddToCart', category: 'shop' },
        },
      ],
    });
  });

  test('hashes as its documentation shows', () => {
    const identifiers = [
      { name: 'email', value: 'John_Smith@gmail.com' },
      { name: 'phone', value: '1 (650)555-1212' },
    ];
    expect(metaEvent({ identifiers })?.['user_data']).toEqual({
      em: ['62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
      ph: ['e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    });
  });

  test('gets a hash as it is, in lower case, and each once', () => {
    const hash = sha256('ada@example.com');
    const identifiers = [hash, hash.toUpperCase(), 'Ada@example.com'].map((value) => ({
      name: 'email',
      value,
    }));
    expect(metaEvent({ identifiers })?.['user_data']).toEqual({ em: [hash] });
  });

  test('gets a page view by its own name, with the address where it is one', () => {
    const type = 'kith.tracking.page';
    expect(metaEvent({ type, data: { name: 'Home', url: 'https://www.example.com/' } })).toMatchObject({
      event_name: 'PageView',
      event_source_url: 'https://www.example.com/',
    });
    expect(metaEvent({ type, data: { url: 'javascript:alert(1)' } })).not.toHaveProperty('event_source_url');
  });

  test('gets a change by its type', () => {
    expect(metaEvent({ type: 'kith.profile.upgraded', data: {} })).toMatchObject({
      event_name: 'kith.profile.upgraded',
    });
  });

  test.each<[string, Partial<DeliveryContent>]>([
    ['of nobody whom it could find', { identifiers: [{ name: 'deviceId', value: 'd' }] }],
    ['that it would refuse with all others, because it is old', { at: AT - 7 * 86_400_000 - 1 }],
    ['that is a removal, for which it has no form', { type: REMOVAL_TYPE }],
  ])('gets nothing %s', (_what, members) => {
    expect(metaConversions(content(members), META, sha256, AT)).toBeNull();
  });

  test('shows a test event in its test tool', () => {
    expect(metaConversions(content(), { ...META, testEventCode: 'TEST1' }, sha256, AT)).toMatchObject({
      test_event_code: 'TEST1',
    });
  });
});

describe('Google Ads customer match', () => {
  test('gets a member with phone numbers in E.164, and the consent that was asked for', () => {
    expect(googleCustomerMatch(content(), GOOGLE, sha256)).toEqual({
      operations: [
        {
          create: {
            userIdentifiers: [
              { hashedEmail: sha256('ada.lovelace@example.com') },
              { hashedPhoneNumber: sha256('+4402079460018') },
            ],
          },
        },
      ],
      customerMatchUserListMetadata: {
        userList: 'customers/12/userLists/34',
        consent: { adUserData: 'GRANTED', adPersonalization: 'GRANTED' },
      },
    });
  });

  test('removes by the same hashes, and claims no consent for it', () => {
    expect(googleCustomerMatch(content({ type: REMOVAL_TYPE }), GOOGLE, sha256)).toEqual({
      operations: [
        {
          remove: {
            userIdentifiers: [
              { hashedEmail: sha256('ada.lovelace@example.com') },
              { hashedPhoneNumber: sha256('+4402079460018') },
            ],
          },
        },
      ],
      customerMatchUserListMetadata: { userList: 'customers/12/userLists/34' },
    });
  });

  test('gets nothing of nobody whom it could find', () => {
    expect(googleCustomerMatch(content({ identifiers: [] }), GOOGLE, sha256)).toBeNull();
    const values = [{ name: 'phone', value: 'none' }];
    expect(googleCustomerMatch(content({ identifiers: values }), GOOGLE, sha256)).toBeNull();
  });
});
