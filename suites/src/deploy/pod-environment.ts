import type { Environment } from '@kith/platform';
import type { ConfigMap, Container, Variable } from './manifest.ts';

const valueOf = (
  { name, value, valueFrom }: Variable,
  configMaps: readonly ConfigMap[],
  secrets: Environment,
): string => {
  const { configMapKeyRef: config, secretKeyRef: secret } = valueFrom ?? {};
  const found =
    value ??
    (secret !== undefined
      ? secrets[secret.key]
      : configMaps.find(({ metadata }) => metadata.name === config?.name)?.data[config?.key ?? '']);
  if (found === undefined) throw new Error(`${name} has no value`);
  return found;
};

/**
 * The environment that a container starts with: its own values, those of the ConfigMaps, and for the keys of Secrets the
 * given ones. Throws where a reference leads nowhere.
 */
export const podEnvironment = (
  { env = [] }: Container,
  configMaps: readonly ConfigMap[],
  secrets: Environment,
): Environment =>
  Object.fromEntries(env.map((variable) => [variable.name, valueOf(variable, configMaps, secrets)]));
