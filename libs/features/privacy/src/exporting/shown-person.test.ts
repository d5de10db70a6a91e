import { describe, expect, test } from 'vitest';
import { NO_ACTIVITY, type Activity } from '@kith/domain/tracking';
import { anActivity } from '@kith/testing';
import { shownUmid } from './shown-person.ts';

const activityShown = (activity: Activity | null): unknown =>
  shownUmid('u', { stored: null, devices: [], links: [], activity })['activity'];

const enriched = { browserFamily: { value: 'Firefox', time: Date.UTC(2026, 0, 2), id: 'e-1' } };
const shown = { browserFamily: { value: 'Firefox', receivedAt: '2026-01-02T00:00:00.000Z' } };

describe('the activity that an export shows', () => {
  test('is none where there are no events, and nothing was brought', () => {
    expect([activityShown(null), activityShown(NO_ACTIVITY)]).toEqual([null, null]);
  });

  test('has what enrichment brought, with events and without', () => {
    expect(activityShown({ ...NO_ACTIVITY, enriched })).toMatchObject({ events: 0, enriched: shown });
    expect(activityShown({ ...anActivity(3), enriched })).toMatchObject({ events: 3, enriched: shown });
  });
});
