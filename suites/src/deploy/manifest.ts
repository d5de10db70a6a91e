/** The parts of Kubernetes' objects that the checks read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
}

export type Labels = Readonly<Record<string, string>>;

export interface ConfigMap extends Manifest {
  readonly data: Readonly<Record<string, string>>;
}

interface KeyOf {
  readonly name: string;
  readonly key: string;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly configMapKeyRef?: KeyOf; readonly secretKeyRef?: KeyOf };
}

export interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly seccompProfile?: { readonly type: string };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly Variable[];
  readonly ports?: readonly {
    readonly name: string;
    readonly containerPort: number;
    readonly hostPort?: number;
  }[];
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: SecurityContext;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: Probe };
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

/** A volume whose type is the name of its other member. */
export interface Volume extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly configMap?: { readonly name: string };
  readonly secret?: {
    readonly secretName: string;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
}

export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly terminationGracePeriodSeconds?: number;
}

export interface Deployment extends Manifest {
  readonly spec: {
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

export interface HorizontalPodAutoscaler extends Manifest {
  readonly spec: { readonly minReplicas: number; readonly maxReplicas: number };
}

export interface Peer {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly podSelector?: { readonly matchLabels?: Labels };
  readonly namespaceSelector?: { readonly matchLabels?: Labels };
}

export interface PolicyPort {
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: { readonly matchLabels?: Labels };
    readonly policyTypes: readonly ('Ingress' | 'Egress')[];
    readonly ingress?: readonly { readonly from?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
    readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
  };
}

export interface Service extends Manifest {
  readonly spec: { readonly clusterIP?: string; readonly selector?: Labels };
}
