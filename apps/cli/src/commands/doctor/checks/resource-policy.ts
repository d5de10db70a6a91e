import type { Reply } from '../observing/ask.ts';
import { siteDomain, type Subject } from '../observing/subject.ts';

/**
 * The `Cross-Origin-Resource-Policy` with which browsers keep a script from pages of the site (Fetch, section 3.7);
 * null where they do not. Values that they do not know they pass over.
 */
export const refusingPolicy = (reply: Reply, subject: Subject): string | null => {
  const policy = reply.kind === 'answered' ? reply.headers['cross-origin-resource-policy'] : undefined;
  const refuses =
    (policy === 'same-origin' && subject.site !== subject.endpoint.origin) ||
    (policy === 'same-site' && !isSameSite(subject));
  return refuses ? policy : null;
};

/** How a policy is mended that keeps a script from the site. */
export const POLICY_MEND =
  'let the proxy in front add no Cross-Origin-Resource-Policy below /op/, or say `cross-origin` there';

const isSameSite = ({ endpoint, site }: Subject): boolean => {
  const page = new URL(site);
  const isAtLeastAsSafe = page.protocol === 'https:' || endpoint.protocol === 'http:';
  return isAtLeastAsSafe && siteOf(page) === siteOf(endpoint);
};

const siteOf = ({ hostname }: URL): string => siteDomain(hostname) ?? hostname;
