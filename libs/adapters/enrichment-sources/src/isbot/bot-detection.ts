import type { BotKind } from '@kith/domain/pipeline';
import { memoize } from '@kith/platform';
import type { BotDetection } from '@kith/ports';
import { isbot } from 'isbot';

/** How many headers are remembered; then all of them give way. */
const REMEMBERED = 10_000;

const HEADLESS = /headless|phantomjs|slimerjs|puppeteer|playwright|cypress|webdriver|electron/i;

/** Words by which crawlers, link previews and monitors name themselves. */
const CRAWLER =
  /bot\b|bot[/_-]|crawl|spider|slurp|externalhit|preview|whatsapp|monitor|pingdom|uptime|health-?check|lighthouse|archive|scan|seo|feed|fetcher|validator|\+https?:/i;

/** HTTP clients of programs by name, and what has no more than a name and a version. */
const TOOL =
  /^(curl|wget|libcurl|httpie|node|undici|axios|got|superagent|deno|bun|python|aiohttp|httpx|go-http|okhttp|java|apache-http|jersey|reactor|jetty|guzzle|php|symfony|ruby|faraday|rest-client|typhoeus|perl|libwww|lwp|dart|postman|insomnia|powershell|restsharp|reqwest|hyper|ureq|ktor|cpp-httplib|vert\.x|akka|pekko)|^[\w .-]*(\/[\w.+-]*)?$/i;

/** So much of a header is looked at: what a client may send beyond it costs nothing. */
const MAX_LENGTH = 1_024;

/**
 * Tells by the patterns of `isbot` who is no person with a browser, and by names of what kind it is. What says nothing
 * of itself but a name is a program of somebody's own, such as a server of the website.
 */
export const createBotDetection = (): BotDetection => {
  const known = memoize(REMEMBERED, kindOf);
  return { kindOf: (userAgent) => known(userAgent.slice(0, MAX_LENGTH)) };
};

const kindOf = (text: string): BotKind | null => {
  if (text.trim() === '') return 'tool';
  if (!isbot(text)) return null;
  if (HEADLESS.test(text)) return 'headless';
  return CRAWLER.test(text) || !TOOL.test(text) ? 'crawler' : 'tool';
};
