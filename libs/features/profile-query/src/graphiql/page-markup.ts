/** What differs from one page to another. */
export interface PageMarkupOptions {
  /** The version of the files that the page loads. */
  readonly version: string;
  /** Where offline tokens are to be had. */
  readonly offlineTokenUrl: string;
  /** Allows the styles that a script brings, by the policy of this page alone. */
  readonly nonce: string;
}

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" ' +
  'fill="#1b56e8"/><path d="M5.25 3.5v9M11 3.5 5.75 8 11 12.5" fill="none" stroke="#fff" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The document; it loads everything by relative addresses, so that Kith can be published under a path. */
export const pageMarkup = ({ version, offlineTokenUrl, nonce }: PageMarkupOptions): string => {
  const at = `graphql/files/${version}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <meta name="style-nonce" content="${nonce}" />
    <title>Query persons · Kith</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}" />
    <link rel="stylesheet" href="${at}/graphiql.css" />
    <link rel="stylesheet" href="${at}/page.css" />
    <script defer src="${at}/react.js"></script>
    <script defer src="${at}/react-dom.js"></script>
    <script defer src="${at}/graphiql.js"></script>
    <script type="module" src="${at}/main.js"></script>
  </head>
  <body>
    <header>
      <p class="brand">${MARK} Kith <span class="quiet">GraphQL</span></p>
      <div id="session" hidden>
        <p id="kind" class="quiet"></p>
        <button id="forget" type="button" class="second">Forget the token</button>
      </div>
    </header>
    <p id="expired" role="alert" hidden>
      The access token has expired. <button id="again" type="button" class="second">Enter another one</button>
    </p>
${welcome(offlineTokenUrl)}
    <div id="graphiql"></div>
  </body>
</html>
`;
};

const welcome = (offlineTokenUrl: string): string => `    <main id="welcome">
      <h1>Query persons</h1>
      <p>Try the GraphQL interface in your browser: with examples, completion and the documentation of the schema.</p>
      <noscript><p role="alert">This page needs JavaScript. Without it, send queries to this address by POST.</p></noscript>
      <form id="access" hidden>
        <label for="token">Access token or offline token</label>
        <p id="token-hint" class="quiet">
          <a href="${escaped(offlineTokenUrl)}" target="_blank" rel="noopener">Get an offline token</a> in another tab, with
          your user name and password. With it this page fetches access tokens by itself.
        </p>
        <input id="token" name="token" type="text" required autocomplete="off" autocapitalize="off" spellcheck="false"
          aria-describedby="problem token-hint kept" />
        <p id="problem" role="alert" hidden></p>
        <button type="submit">Open GraphiQL</button>
        <p id="kept" class="quiet">The token stays in the memory of this page. It is gone when you reload or close it.</p>
      </form>
    </main>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
