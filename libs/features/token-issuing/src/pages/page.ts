import { markup, trusted, type Html } from './markup.ts';
import { STYLE } from './style.ts';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4" ' +
  'fill="#1b56e8"/><path d="M5.25 3.5v9M11 3.5 5.75 8 11 12.5" fill="none" stroke="#fff" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The mark in the browser's tab; without one, browsers ask for a file that the policy forbids. */
const ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

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
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Kith</title>
      <link rel="icon" href="${ICON}" />
      ${trusted(`<style>${STYLE}</style>`)}
    </head>
    <body>
      <main>
        <p class="brand">${trusted(MARK)} Kith</p>
        ${body}
      </main>
    </body>
  </html>`.markup;
