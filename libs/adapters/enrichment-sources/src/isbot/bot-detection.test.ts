import { describe, expect, test } from 'vitest';
import type { BotKind } from '@kith/domain/pipeline';
import { createBotDetection } from './bot-detection.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

describe('the detection of bots', () => {
  test.each<[BotKind | null, string]>([
    ['crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'crawler',
      `${CHROME} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ],
    [
      'crawler',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    ['crawler', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['crawler', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
    ['crawler', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['crawler', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
    ['crawler', 'UptimeRobot/2.0'],
    ['headless', `${CHROME.replace('Chrome', 'HeadlessChrome')} Safari/537.36`],
    ['headless', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1'],
    ['tool', 'curl/8.5.0'],
    ['tool', 'node'],
    ['tool', 'python-requests/2.32.3'],
    ['tool', 'Apache-HttpClient/4.5.14 (Java/17.0.9)'],
    ['tool', 'got (https://github.com/sindresorhus/got)'],
    ['tool', 'Go-http-client/2.0'],
    ['tool', 'ExampleShopServer/3.1'],
    ['tool', ''],
    [null, `${CHROME} Safari/537.36`],
    [null, `${CHROME} Safari/537.36 Edg/142.0.0.0`],
    [null, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'],
    [
      null,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ],
    [null, 'ExampleShop/3.1 (iPhone; iOS 18.6; Scale/3.00)'],
  ])('says %s of %s', (kind, userAgent) => {
    expect(createBotDetection().kindOf(userAgent)).toBe(kind);
  });

  test('says the same when it is asked again', () => {
    const detection = createBotDetection();
    expect([1, 2].map(() => detection.kindOf('curl/8.5.0'))).toEqual(['tool', 'tool']);
    expect([1, 2].map(() => detection.kindOf(CHROME))).toEqual([null, null]);
  });

  test('looks at no more of a header than its beginning', () => {
    expect(createBotDetection().kindOf(`${CHROME} ${'x'.repeat(2_000)} Googlebot/2.1`)).toBeNull();
  });
});
