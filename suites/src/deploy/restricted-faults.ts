import type { Container, PodSpec } from './manifest.ts';

type Rule<T> = readonly [broken: boolean, sentence: T];

const broken = (rules: readonly Rule<string>[]): readonly string[] =>
  rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence);

/** The volume types that Pod Security `restricted` allows. */
const VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

const volumeFaults = ({ volumes = [] }: PodSpec): readonly string[] =>
  volumes
    .flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'))
    .filter((type) => !VOLUMES.has(type))
    .map((type) => `a volume is of the type ${type}`);

const containerFaults = (container: Container): readonly string[] => {
  const { securityContext: own = {}, ports = [] } = container;
  return broken([
    [own.privileged === true, 'is privileged'],
    [own.allowPrivilegeEscalation !== false, 'may gain privileges'],
    [own.capabilities?.drop?.includes('ALL') !== true, 'keeps capabilities'],
    [(own.capabilities?.add ?? []).length > 0, 'adds capabilities'],
    [own.readOnlyRootFilesystem !== true, 'can write to its root file system'],
    [own.runAsNonRoot === false || own.runAsUser === 0, 'runs as root'],
    [own.seccompProfile?.type === 'Unconfined', 'has no seccomp profile'],
    [ports.some(({ hostPort }) => hostPort !== undefined), 'takes a port of the host'],
  ]).map((sentence) => `${container.name} ${sentence}`);
};

/**
 * Where a pod breaks Pod Security `restricted`, and the two rules that Kith adds: a read-only root file system, and no
 * token of a service account.
 */
export const restrictedFaults = (pod: PodSpec): readonly string[] => {
  const { securityContext: own = {}, containers, initContainers = [] } = pod;
  return [
    ...broken([
      [own.runAsNonRoot !== true, 'the pod may run as root'],
      [own.runAsUser === undefined || own.runAsUser === 0, 'the pod does not say whom it runs as'],
      [own.seccompProfile?.type !== 'RuntimeDefault', 'the pod has not the seccomp profile RuntimeDefault'],
      [
        pod.hostNetwork === true || pod.hostPID === true || pod.hostIPC === true,
        'the pod shares with the host',
      ],
      [pod.automountServiceAccountToken !== false, 'the pod gets a token of its service account'],
    ]),
    ...volumeFaults(pod),
    ...[...containers, ...initContainers].flatMap(containerFaults),
  ];
};
