import { describe, expect, test } from 'vitest';
import type { EnrichmentFeed, EnrichmentValues } from '@kith/domain/pipeline';
import { feedsOf, withEnrichedAttributes, type StepTold } from './feeds.ts';

const told = (
  feeds: readonly EnrichmentFeed[],
  values: EnrichmentValues | null,
  fallback: EnrichmentValues = {},
): StepTold => ({
  step: {
    feeds: new Set(feeds),
    names: new Map([
      ['score', 'crm.score'],
      ['tier', 'crm.tier'],
    ]),
    fallback,
  },
  answer: values === null ? { kind: 'unknown' } : { kind: 'answered', values },
});

describe('what steps bring', () => {
  test.each<[EnrichmentFeed, object]>([
    ['response', { response: { 'crm.score': '7' }, profile: {}, events: {} }],
    ['profile', { response: {}, profile: { 'crm.score': 7 }, events: {} }],
    ['events', { response: {}, profile: {}, events: { 'crm.score': 7 } }],
  ])('goes into the %s alone where a step feeds that alone', (feed, fed) => {
    expect(feedsOf([told([feed], { 'crm.score': 7 })])).toMatchObject(fed);
  });

  test('is what stands in for it in answers and events, and never in the profile', () => {
    const all = told(['response', 'profile', 'events'], null, { 'crm.score': 0 });
    expect(feedsOf([all])).toEqual({
      response: {},
      instead: { 'crm.score': '0', 'crm.tier': '' },
      profile: {},
      events: { 'crm.score': 0 },
    });
  });

  test('comes before what stands in for it', () => {
    const values = { 'crm.tier': 'gold', 'crm.score': '' };
    const fed = feedsOf([told(['response', 'events'], values, { 'crm.tier': 'none', 'crm.score': 0 })]);
    expect(fed.events).toEqual({ 'crm.tier': 'gold', 'crm.score': 0 });
    expect(withEnrichedAttributes({ attributes: {} }, fed).attributes).toEqual({
      'crm.tier': 'gold',
      'crm.score': '0',
    });
  });

  test('belongs together: what was not found with it is emptied in the profile, and absent from events', () => {
    const fed = feedsOf([told(['profile', 'events'], { 'crm.tier': 'gold', 'crm.score': '' })]);
    expect(fed).toMatchObject({ profile: { 'crm.tier': 'gold', 'crm.score': '' } });
    expect(fed.events).toEqual({ 'crm.tier': 'gold' });
  });
});

describe('the attributes of an answer', () => {
  const found = feedsOf([told(['response'], { 'crm.score': 7 })]);

  test('are not shown where they were not asked for, or may not be', () => {
    expect(withEnrichedAttributes({ identifiers: [] }, found)).toEqual({ identifiers: [] });
  });

  test('have what a step answered as a whole, and what the profile holds only where it did not answer', () => {
    const shown = (held: Record<string, string>, fed: StepTold) =>
      withEnrichedAttributes({ attributes: { pageViews: '3', ...held } }, feedsOf([fed])).attributes;
    const held = { 'crm.score': '1', 'crm.tier': '' };
    const before = { 'crm.score': '1', 'crm.tier': 'gold' };
    const answered = { 'crm.score': 7, 'crm.tier': '' };
    expect(shown(before, told(['response'], answered))).toEqual({
      pageViews: '3',
      'crm.score': '7',
      'crm.tier': '',
    });
    expect(shown(before, told(['response'], answered, { 'crm.tier': 'none' }))).toMatchObject({
      'crm.tier': 'none',
    });
    // Nobody was asked.
    expect(shown(before, told(['response'], {}, { 'crm.tier': 'none' }))).toMatchObject(before);
    expect(shown(held, told(['response'], null, { 'crm.score': 0, 'crm.tier': 'none' }))).toEqual({
      pageViews: '3',
      'crm.score': '1',
      'crm.tier': 'none',
    });
  });
});
