import type { Labels, NetworkPolicy, Peer, PolicyPort } from './manifest.ts';

const isPartOf = (wanted: Labels, labels: Labels): boolean =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);

const selects = ({ spec }: NetworkPolicy, labels: Labels): boolean =>
  isPartOf(spec.podSelector.matchLabels ?? {}, labels);

/** A named port may be any. */
const coversPort = ({ port, endPort }: PolicyPort, wanted: number): boolean =>
  typeof port !== 'number' || (port <= wanted && wanted <= (endPort ?? port));

/** Whom a pod may send to on a TCP port; `undefined` stands for everybody. */
export const mayReach = (
  policies: readonly NetworkPolicy[],
  labels: Labels,
  port: number,
): readonly (Peer | undefined)[] => {
  const own = policies.filter(
    (policy) => policy.spec.policyTypes.includes('Egress') && selects(policy, labels),
  );
  if (own.length === 0) return [undefined];
  return own
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ ports }) => ports === undefined || ports.some((one) => coversPort(one, port)))
    .flatMap(({ to }): readonly (Peer | undefined)[] => to ?? [undefined]);
};

/** Who may send to a pod on a TCP port, which a policy may call by its name; `undefined` stands for everybody. */
export const mayBeReachedBy = (
  policies: readonly NetworkPolicy[],
  labels: Labels,
  { name, containerPort }: { readonly name: string; readonly containerPort: number },
): readonly (Peer | undefined)[] => {
  const own = policies.filter(
    (policy) => policy.spec.policyTypes.includes('Ingress') && selects(policy, labels),
  );
  if (own.length === 0) return [undefined];
  return own
    .flatMap(({ spec }) => spec.ingress ?? [])
    .filter(
      ({ ports }) =>
        ports === undefined ||
        ports.some((one) =>
          typeof one.port === 'string' ? one.port === name : coversPort(one, containerPort),
        ),
    )
    .flatMap(({ from }): readonly (Peer | undefined)[] => from ?? [undefined]);
};
