/**
 * Nothing but the page's own files and its own address; nobody frames it. GraphiQL brings its fonts and cursors inside its
 * style sheet; the nonce is for the one style that its dialogs add, which keeps the page behind them still.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
