import { describe, expect, test } from 'vitest';
import { followArrivals } from './demo-page/arrivals.ts';
import type { SentDetail } from './demo-page/sent-detail.ts';
import { trackingWords } from './demo-page/tracking-words.ts';

const sent = (body: object, by = 'fetch'): SentDetail => ({
  url: 'https://id.example.com/op/demo/info',
  body,
  by,
});
const elements = (...ids: readonly string[]): SentDetail => sent({ data: ids.map((id) => ({ id })) });

/** The cards of what was sent, each with what became of it. */
const followed = () => {
  const cards: { name: string; arrivals: string[] }[] = [];
  const arrivals = followArrivals<{ name: string; arrivals: string[] }>((card, arrival) => {
    card.arrivals.push(arrival);
  });
  const send = (name: string, detail: SentDetail, isOnline = true): void => {
    arrivals.sent(detail, isOnline, () => {
      const card = { name, arrivals: [] };
      cards.push(card);
      return card;
    });
  };
  return { ...arrivals, send, cards: () => cards.map((card) => [card.name, ...card.arrivals].join(' ')) };
};

describe('what became of a request', () => {
  test('is one story of all its attempts, until it is answered', () => {
    const { send, answered, cards } = followed();
    send('a', elements('1', '2'), false);
    send('a again', elements('1', '2'), false);
    send('a at last', elements('1', '2'));
    answered();
    send('b', elements('3'));
    answered();
    expect(cards()).toEqual(['a waiting waiting waiting answered', 'b underway answered']);
  });

  test('is known by its content where it has no elements, and ends with its answer', () => {
    const { send, answered, cards } = followed();
    const login = sent({ customerId: 'c-1' });
    send('login', login);
    send('login again', login);
    answered();
    send('another login', login);
    expect(cards()).toEqual(['login underway waiting answered', 'another login underway']);
  });

  test('is that of its parts, where the tag sends a part again', () => {
    const { send, cards } = followed();
    send('both', elements('1', '2'));
    send('the first half', elements('1'));
    expect(cards()).toEqual(['both underway waiting']);
  });

  test('is told where no answer came before the next, and where nobody waits for one', () => {
    const { send, answered, cards } = followed();
    send('refused', elements('1'));
    send('next', elements('2'));
    send('beside', sent({ data: [{ id: '3' }] }, 'beacon'));
    answered();
    answered();
    expect(cards()).toEqual(['refused underway unanswered', 'next underway answered', 'beside left']);
  });

  test('is that it waits, when the connection goes', () => {
    const { send, interrupted, cards } = followed();
    interrupted();
    send('a', elements('1'));
    interrupted();
    expect(cards()).toEqual(['a underway waiting']);
  });
});

describe('whether anything is tracked', () => {
  const words = (changes: Partial<Parameters<typeof trackingWords>[0]>): string =>
    trackingWords({ allowed: undefined, isKept: true, isForbidden: false, isLoggedIn: false, ...changes });

  test('is told before a choice, and after each', () => {
    expect(words({})).toMatch(/^Nothing is tracked: the tag waits for your choice about CS-OPT/);
    expect(words({ allowed: false })).toMatch(/^Nothing is tracked: you have declined CS-OPT/);
    expect(words({ allowed: true })).toBe('You allow CS-OPT: page views, actions and logins are sent.');
  });

  test('is told of a browser that forbids it, whatever is chosen', () => {
    for (const allowed of [undefined, true, false]) {
      expect(words({ allowed, isForbidden: true })).toContain('Global Privacy Control');
    }
    expect(words({ allowed: true, isForbidden: true })).not.toContain('page views, actions');
  });

  test('tells of a login that Kith does not hear of, and of a profile that has not allowed it', () => {
    expect(words({ allowed: false, isLoggedIn: true })).toContain('Kith is not told');
    expect(words({ allowed: true, isLoggedIn: true })).not.toContain('Kith is not told');
    expect(words({ allowed: true, isKept: false })).toContain('keeps no page views');
  });
});
