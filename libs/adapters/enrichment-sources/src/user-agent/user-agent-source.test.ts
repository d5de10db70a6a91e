import { describe, expect, test } from 'vitest';
import type { UserAgentStep } from '@kith/domain/pipeline';
import type { EnrichmentQuestion } from '@kith/ports';
import { createUserAgentSource } from './user-agent-source.ts';

const step = {} as UserAgentStep;
const later = { remainingMs: () => 1_000 };
const questionOf = (userAgent: string) => ({ userAgent }) as EnrichmentQuestion;
const told = (userAgent: string) => createUserAgentSource().look(later, step, questionOf(userAgent));

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

describe('the user agent', () => {
  test.each<[string, string, object]>([
    [
      'Chrome on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36`,
      { deviceType: 'desktop', browserFamily: 'Chrome', osFamily: 'Windows' },
    ],
    [
      'Safari on a Mac',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`,
      { deviceName: 'Apple Macintosh', deviceType: 'desktop', browserFamily: 'Safari', osFamily: 'macOS' },
    ],
    [
      'Safari on an iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/18.6 Mobile/15E148 Safari/604.1`,
      { deviceName: 'Apple iPhone', deviceType: 'mobile', browserFamily: 'Safari', osFamily: 'iOS' },
    ],
    [
      'Safari on an iPad',
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`,
      { deviceName: 'Apple iPad', deviceType: 'tablet', browserFamily: 'Safari', osFamily: 'iOS' },
    ],
    [
      'Chrome on Android, which hides the device',
      `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`,
      { deviceType: 'mobile', browserFamily: 'Chrome', osFamily: 'Android' },
    ],
    [
      'Samsung Internet',
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      {
        deviceName: 'Samsung SM-S911B',
        deviceType: 'mobile',
        browserFamily: 'Samsung Internet',
        osFamily: 'Android',
      },
    ],
    [
      'Firefox on Linux',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      { deviceType: 'desktop', browserFamily: 'Firefox', osFamily: 'Linux' },
    ],
    [
      'Edge',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0.0.0`,
      { deviceType: 'desktop', browserFamily: 'Edge', osFamily: 'Windows' },
    ],
    [
      'a Chromebook',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Safari/537.36`,
      { deviceType: 'desktop', browserFamily: 'Chrome', osFamily: 'Chrome OS' },
    ],
    [
      'a television',
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROMIUM} Safari/537.36 WebAppManager`,
      { deviceType: 'tv', browserFamily: 'Chrome', osFamily: 'webOS' },
    ],
  ])('of %s tells device, browser and system', (_, userAgent, values) => {
    expect(told(userAgent)).toEqual({ kind: 'found', values });
  });

  test.each(['curl/8.5.0', '🤖', 'constructor', '('.repeat(10_000)])('%j tells nothing', (userAgent) => {
    expect(told(userAgent)).toEqual({ kind: 'nothing' });
  });

  test('that is absent is not looked at, and of a long one the beginning', () => {
    const { keyOf } = createUserAgentSource();
    expect(keyOf(step, questionOf(''))).toBeNull();
    expect(keyOf(step, questionOf('x'.repeat(9_000)))).toHaveLength(500);
  });
});
