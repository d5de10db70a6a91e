import type { ConfigMap, Container, PodSpec, Volume } from './manifest.ts';

/** The paths of the files that a container finds in its volumes. */
export const mountedFiles = (
  { volumeMounts = [] }: Container,
  { volumes = [] }: PodSpec,
  configMaps: readonly ConfigMap[],
): ReadonlySet<string> =>
  new Set(
    volumeMounts.flatMap(({ name, mountPath }) =>
      volumes
        .filter((volume) => volume.name === name)
        .flatMap((volume) => filesOf(volume, configMaps))
        .map((file) => `${mountPath}/${file}`),
    ),
  );

const filesOf = ({ configMap, secret }: Volume, configMaps: readonly ConfigMap[]): readonly string[] => [
  ...(secret?.items ?? []).map(({ path }) => path),
  ...configMaps
    .filter(({ metadata }) => metadata.name === configMap?.name)
    .flatMap(({ data }) => Object.keys(data)),
];
