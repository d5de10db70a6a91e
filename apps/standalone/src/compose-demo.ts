import type { IdentityResolution } from '@kith/composition/identity-resolution';
import type { Configuration } from '@kith/contracts';
import { createDemo, DEMO, watchDecisions } from '@kith/demo';
import type { Resolver } from '@kith/ports';
import type { Router } from 'express';
import type { StandaloneConfig } from './config.ts';

/** The demo page, and the resolver that it watches. */
export interface ComposedDemo {
  readonly resolver: Resolver;
  readonly routers: readonly Router[];
}

/** Whether the page is there under this configuration. */
export const hasDemo = ({ pipelines }: Configuration): boolean => {
  const rules = pipelines.get(DEMO.pipeline);
  return rules !== undefined && rules.account.name === DEMO.account && rules.tag !== null;
};

/** Adds the page where it is switched on; else the resolver stays as it is. */
export const composeDemo = (
  { settings, configuration }: StandaloneConfig,
  { resolver, administration }: Pick<IdentityResolution, 'resolver' | 'administration'>,
): ComposedDemo => {
  if (settings.DEMO === 'off') return { resolver, routers: [] };
  const { explain } = administration;
  const decisions = watchDecisions({ resolver, explain, pipeline: DEMO.pipeline, clock: Date.now });
  const isConfigured = configuration.map(hasDemo);
  return { resolver: decisions.resolver, routers: [createDemo({ decisions, isConfigured })] };
};
