import { createHash } from 'node:crypto';
import { COPY_SCRIPT } from './copy-script.ts';
import { STYLE } from './style.ts';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but our own style, script and icon; the form goes only here, and nobody frames the page. */
export const PAGE_POLICY: Readonly<Record<string, readonly string[]>> = {
  defaultSrc: ["'none'"],
  styleSrc: [hashSource(STYLE)],
  scriptSrc: [hashSource(COPY_SCRIPT)],
  imgSrc: ['data:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};
