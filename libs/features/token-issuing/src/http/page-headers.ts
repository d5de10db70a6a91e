import helmet from 'helmet';
import type { RequestHandler } from 'express';
import { PAGE_POLICY } from '../pages/content-security-policy.ts';

/** What browsers are told about the pages; `secure` where they reach Kith by https. */
export const pageHeaders = (secure: boolean): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: Object.fromEntries(Object.entries(PAGE_POLICY).map(([name, list]) => [name, [...list]])),
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure,
  });
