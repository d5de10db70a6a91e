import type { PageFiles } from '@kith/platform';
import type { RequestHandler } from 'express';
import { DEMO } from '../demo-pipeline.ts';

/** Nothing but the page's own files, the tag and its requests at the same address; nobody frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Answers with the page; where in the shop it opens is told by the query, which the page reads itself. */
export const demoPageHandler =
  (files: () => Promise<PageFiles>): RequestHandler =>
  async (_request, response) => {
    const { version } = await files();
    response.set(HEADERS).type('html').send(demoMarkup(version));
  };

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" ' +
  'fill="#2f6b4f"/><path d="M9 23c0-9 5-14 15-15 0 10-5 15-15 15Zm0 0c3-5 6-8 10-10" fill="none" stroke="#fff" ' +
  'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The document; all addresses are relative, so that Kith can be published under a path. */
const demoMarkup = (version: string): string => {
  const at = `demo/files/${version}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>Fernhill Tea · a demo of Kith</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}" />
    <link rel="stylesheet" href="${at}/demo.css" />
    <script type="module" src="${at}/snippet.js"></script>
    <script async src="op/${DEMO.pipeline}/tag.js"></script>
    <script type="module" src="${at}/main.js"></script>
  </head>
  <body>
    <a class="skip" href="#shop">To the shop</a>
    <a class="skip" href="#behind">Behind the scenes</a>
    <header>
      <a class="brand" href="?">${MARK}<span>Fernhill Tea</span></a>
      <nav aria-label="Shop">
        <a href="?">Teas</a>
        <a href="?view=cart">Cart <span id="count" class="count" hidden></span></a>
      </nav>
      <div id="account"></div>
    </header>
    <div class="columns">
      <main id="shop" tabindex="-1"><noscript><p>This demo needs JavaScript.</p></noscript></main>
      <aside id="behind" aria-labelledby="behind-title" tabindex="-1">
        <h2 id="behind-title">Behind the scenes</h2>
        <p class="lead">What this page sends to Kith, what your profile becomes, and which rule decides it.</p>
        <p id="tracking" role="status"></p>
        <section aria-labelledby="profile-title">
          <h3 id="profile-title">Your profile</h3>
          <div id="profile"><p class="quiet">Nothing is known yet.</p></div>
        </section>
        <section aria-labelledby="sent-title">
          <h3 id="sent-title">What was sent</h3>
          <p id="latest" class="unseen" role="status"></p>
          <ol id="timeline" reversed></ol>
          <p id="nothing" class="quiet">Nothing was sent yet.</p>
        </section>
      </aside>
    </div>
    <footer>
      <p>Fernhill Tea does not exist, and sells nothing. It shows what Kith does on a website, on this machine only.</p>
      <p><button type="button" id="privacy" class="link">Privacy choices</button></p>
    </footer>
    <section id="consent" aria-labelledby="consent-title" hidden></section>
    <dialog id="login" aria-labelledby="login-title"></dialog>
    <a id="jump" class="jump" href="#behind">Behind the scenes</a>
  </body>
</html>
`;
};
