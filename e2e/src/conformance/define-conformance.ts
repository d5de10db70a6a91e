import { describe } from 'vitest';
import type { Kith } from '../kit/kith.ts';
import { defineBody } from './define-body.ts';
import { defineConsent } from './define-consent.ts';
import { defineCrossSite } from './define-cross-site.ts';
import { defineCustomerRows } from './define-customer-rows.ts';
import { defineDeviceCookie } from './define-device-cookie.ts';
import { defineErrors } from './define-errors.ts';
import { defineIdentifierSources } from './define-identifier-sources.ts';
import { defineLimitsOfIdentity } from './define-limits-of-identity.ts';
import { defineNamesAndShapes } from './define-names-and-shapes.ts';
import { defineOutput } from './define-output.ts';
import { defineRetries } from './define-retries.ts';
import { defineSections } from './define-sections.ts';
import { defineSeveralIdentifiers } from './define-several-identifiers.ts';
import { defineVisitorRows } from './define-visitor-rows.ts';

const topics = [
  defineNamesAndShapes,
  defineSections,
  defineOutput,
  defineIdentifierSources,
  defineDeviceCookie,
  defineBody,
  defineConsent,
  defineErrors,
  defineCrossSite,
  defineRetries,
  defineVisitorRows,
  defineCustomerRows,
  defineSeveralIdentifiers,
  defineLimitsOfIdentity,
];

/**
 * Interface B and identity, clause by clause, of a Kith with `conformanceConfiguration`: docs/conformance.md says which
 * test shows which.
 */
export const defineConformance = (title: string, kith: () => Kith): void => {
  describe(title, () => {
    for (const define of topics) define(kith);
  });
};
