import type { HttpStep, PipelineRules } from '@kith/domain/pipeline';

/** A host that steps of type `http` call. */
export type ExternalHost = Pick<HttpStep, 'origin' | 'allowPrivate'>;

/** The hosts that the steps of all pipelines call; one may lie at a private address where some step says so. */
export const externalHosts = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;
}): readonly ExternalHost[] => {
  const hosts = new Map<string, boolean>();
  for (const { enrich } of pipelines.values()) {
    for (const step of enrich) {
      if (step.type === 'http')
        hosts.set(step.origin, step.allowPrivate || (hosts.get(step.origin) ?? false));
    }
  }
  return Array.from(hosts, ([origin, allowPrivate]) => ({ origin, allowPrivate }));
};
