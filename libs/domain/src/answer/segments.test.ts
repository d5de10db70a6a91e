import { describe, expect, test } from 'vitest';
import type { AttributeRule } from '../pipeline/account-rules.ts';
import { sumOfEvents } from '../tracking/activity.ts';
import { attributeRules, planOf } from '../tracking/attributes/compiled-rule.ts';
import { segmentTexts } from './sections.ts';
import { segmentInput, type SegmentMaterial } from './segments.ts';

const RULES = new Map<string, AttributeRule>([
  ['pageViews', { kind: 'count', of: 'page' }],
  ['clicks', { kind: 'count', of: 'action' }],
  ['lastPage', { kind: 'latest', of: 'page', member: 'name' }],
  ['lastClick', { kind: 'latest', of: 'action', member: 'name' }],
  ['tier', { kind: 'imported' }],
]);

const account = {
  name: 'demo',
  ...attributeRules(RULES),
  segments: new Map([
    ['loyal', 'events > 1'],
    ['away', 'events = 0'],
    ['odd', '1 + "a"'],
  ]),
  identifiers: new Map([['tag', { name: 'tag', kind: 'device' }]]),
  permissions: new Set(['P', 'Q']),
} as unknown as SegmentMaterial['account'];

const held = (name: string, value: string) => ({ name, value, firstSeen: 1, lastSeen: 2 });
const decided = (granted: boolean) => ({ granted, modifiedAt: 5, identified: false });

const profile = {
  state: 'customer',
  source: 'web',
  createdAt: 1_000,
  lastSeenAt: 2_000,
  identifiers: [held('tag', 'a'), held('tag', 'b'), held('left', 'c')],
  permissions: { P: decided(true), gone: decided(true) },
  attributes: { tier: { value: '7', modifiedAt: 1 } },
} as unknown as SegmentMaterial['profile'];

const event = (id: string, time: number) =>
  ({ id, type: 'page', time, receivedAt: time + 1, properties: { name: 'home' } }) as never;

describe('what the condition of a segment finds', () => {
  test('is the profile and its activity, as the account has configured them', () => {
    const activity = sumOfEvents(planOf(RULES), [event('1', 3_000), event('2', 4_000)]);
    expect(segmentInput({ account, profile, activity, now: 9_000 })).toEqual({
      now: 9_000,
      state: 1,
      category: 'customer',
      source: 'web',
      createdAt: 1_000,
      lastSeen: 4_001,
      identifiers: { tag: ['a', 'b'] },
      permissions: { P: true },
      attributes: { pageViews: 2, clicks: 0, lastPage: 'home', tier: '7' },
      events: 2,
      lastEventAt: 4_000,
    });
  });

  test('of somebody who did nothing has no time of a last event, and no text that is not known', () => {
    const activity = sumOfEvents(planOf(RULES), []);
    const visitor = { ...profile, state: 'visitor', attributes: {} } as const;
    expect(segmentInput({ account, profile: visitor, activity, now: 9_000 })).toMatchObject({ state: 0 });
    const input = segmentInput({ account, profile: visitor, activity, now: 9_000 });
    expect(input.attributes).toEqual({ pageViews: 0, clicks: 0 });
    expect(input).not.toHaveProperty('lastEventAt');
  });
});

test('all configured segments are shown, also those of which nobody can say anything', () => {
  const answers = new Map([
    ['loyal', true],
    ['away', false],
    ['gone', true],
  ]);
  expect(segmentTexts(account, answers)).toEqual({ loyal: 'true', away: 'false', odd: '' });
});
