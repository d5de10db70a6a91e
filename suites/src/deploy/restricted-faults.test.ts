import { describe, expect, test } from 'vitest';
import type { Container, PodSpec } from './manifest.ts';
import { restrictedFaults } from './restricted-faults.ts';

const container: Container = {
  name: 'app',
  image: 'kith/app:1',
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
};
const pod: PodSpec = {
  automountServiceAccountToken: false,
  securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [container],
};

describe('the faults of a pod under Pod Security restricted', () => {
  test('a pod that gives up everything has none', () => {
    expect(restrictedFaults(pod)).toEqual([]);
  });

  test('a pod that says nothing has a fault for each rule of the pod and of its container', () => {
    expect(restrictedFaults({ containers: [{ name: 'app', image: 'kith/app:1' }] })).toEqual([
      'the pod may run as root',
      'the pod does not say whom it runs as',
      'the pod has not the seccomp profile RuntimeDefault',
      'the pod gets a token of its service account',
      'app may gain privileges',
      'app keeps capabilities',
      'app can write to its root file system',
    ]);
  });

  test('an init container counts like any other, and a folder of the host is refused', () => {
    const faults = restrictedFaults({
      ...pod,
      initContainers: [
        { ...container, name: 'init', securityContext: { ...container.securityContext, runAsUser: 0 } },
      ],
      volumes: [
        { name: 'config', configMap: { name: 'config' } },
        { name: 'host', hostPath: { path: '/' } },
      ],
    });
    expect(faults).toEqual(['a volume is of the type hostPath', 'init runs as root']);
  });
});
