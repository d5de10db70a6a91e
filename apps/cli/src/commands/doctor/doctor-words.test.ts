import { describe, expect, test } from 'vitest';
import type { Answered } from './observing/ask.ts';
import { checkDns } from './checks/check-dns.ts';
import { checkTls } from './checks/check-tls.ts';
import { refusingPolicy } from './checks/resource-policy.ts';
import type { Observation } from './observing/observation.ts';
import { subjectOf, type Subject } from './observing/subject.ts';

const subject = (address: string, words = {}): Subject | string => subjectOf(new URL(address), words);

describe('what is examined', () => {
  test('is named by the whole address, or by the host and a pipeline', () => {
    const whole = subject('https://id.example.com/op/web/info');
    expect(whole).toMatchObject({ pipeline: 'web', site: 'https://www.example.com', isLocal: false });
    expect(subject('https://id.example.com', { pipeline: 'web' })).toEqual(whole);
    expect(subject('https://example.com/kith/', { pipeline: 'shop' })).toMatchObject({
      endpoint: new URL('https://example.com/kith/op/shop/info'),
    });
  });

  test('without a pipeline, or with two, it is nothing', () => {
    expect(subject('https://id.example.com')).toContain('--pipeline');
    expect(subject('https://id.example.com/op/web/info', { pipeline: 'shop' })).toContain('another one');
  });

  test('the site is found by the public suffix list', () => {
    expect(subject('https://id.shop.example.co.uk/op/web/info')).toMatchObject({
      site: 'https://www.example.co.uk',
    });
    expect(subject('https://id.somebody.github.io/op/web/info')).toMatchObject({
      site: 'https://www.somebody.github.io',
    });
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'on %s the page has the address of the endpoint',
    (address) => {
      expect(subject(address, { pipeline: 'web' })).toMatchObject({ site: address, isLocal: true });
    },
  );
});

describe('the name', () => {
  const found = subjectOf(new URL('https://id.example.com/op/web/info'), {}) as Subject;
  const told = (names: { addresses?: string[]; alias?: string; siteAddresses?: string[] }) =>
    checkDns({
      subject: found,
      names: { addresses: ['192.0.2.7'], alias: null, siteAddresses: ['192.0.2.1'], ...names },
    }).map(({ verdict }) => verdict);

  test('is well where it leads into the network of the website', () => {
    expect(told({})).toEqual(['ok']);
    expect(told({ addresses: ['2001:db8::7'], siteAddresses: ['2001:db8:0:0:1::1'] })).toEqual(['ok']);
    expect(told({ alias: 'edge.example.com' })).toEqual(['ok']);
    expect(told({ siteAddresses: [] })).toEqual(['ok']);
  });

  test('is doubtful where Safari would shorten the life of the cookie', () => {
    expect(told({ alias: 'customers.vendor.example.net' })).toEqual(['warn']);
    expect(told({ addresses: ['198.51.100.7'] })).toEqual(['warn']);
    expect(told({ addresses: ['2001:db9::7'], siteAddresses: ['2001:db8::1'] })).toEqual(['warn']);
  });

  test('fails where it leads nowhere, and is not looked up on this machine', () => {
    expect(told({ addresses: [] })).toEqual(['fail']);
    expect(checkDns({ subject: found, names: null }).map(({ verdict }) => verdict)).toEqual(['none']);
  });
});

describe('a Cross-Origin-Resource-Policy', () => {
  test.each([
    ['same-origin', 'https://www.example.com', 'same-origin'],
    ['same-origin', 'https://id.example.com', null],
    ['same-site', 'https://www.example.com', null],
    ['same-site', 'https://www.example.net', 'same-site'],
    ['same-site', 'http://www.example.com', 'same-site'],
    ['cross-origin', 'https://www.example.net', null],
    ['cross-origin, same-origin', 'https://www.example.net', null],
    [undefined, 'https://www.example.net', null],
  ])('%s, for pages of %s, refuses by %s', (value, site, refuses) => {
    const reply = {
      kind: 'answered',
      headers: { 'cross-origin-resource-policy': value },
    } as unknown as Answered;
    const found = subject('https://id.example.com/op/web/info', { site }) as Subject;
    expect(refusingPolicy(reply, found)).toBe(refuses);
  });
});

describe('the certificate', () => {
  const HOUR_MS = 60 * 60 * 1000;
  test.each([
    [13, 'less than a day'],
    [25, '1 day'],
    [49, '2 days'],
  ])('that ends in %d hours ends in %s', (hours, words) => {
    const encryption = { protocol: 'TLSv1.3', distrusted: null, validTo: hours * HOUR_MS };
    const visit = { encryption, at: 0 } as Observation['visit'];
    const [finding] = checkTls({
      subject: subject('https://id.example.com/op/web/info') as Subject,
      visit,
      oldTls: false,
    });
    expect(finding?.told).toBe(`the certificate ends in ${words}`);
  });
});
