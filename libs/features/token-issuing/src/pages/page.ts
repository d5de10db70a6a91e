import { markup, trusted } from './markup.ts';
import type { Html } from './markup.ts';
import { STYLE } from './style.ts';

/** A small K in the browser's tab; without one, browsers ask for a file that the policy forbids. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" ' +
      'fill="#1f5eff"/><path d="M5 3v10M11 3 5.5 8 11 13" fill="none" stroke="#fff" stroke-width="2"/></svg>',
  );

export interface PageContent {
  readonly title: string;
  readonly body: Html;
}

/** A whole document. */
export const page = ({ title, body }: PageContent): string =>
  '<!doctype html>\n' +
  markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${title} · Kith</title>
      <link rel="icon" href="${ICON}" />
      ${trusted(`<style>${STYLE}</style>`)}
    </head>
    <body>
      <main>
        <p class="brand">Kith</p>
        ${body}
      </main>
    </body>
  </html>`.markup;
