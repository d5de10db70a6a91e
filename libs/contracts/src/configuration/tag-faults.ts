import { membersOf, textsIn } from './members/beside.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const MANAGERS = ['tcf', 'googleConsentMode', 'oneTrust', 'usercentrics'];

const NO_PERMISSION = 'is no permission of this account';

/** What the `tag` of a pipeline names and the account or the pipeline does not have; the values may be anything. */
export const tagFaults = (account: unknown, pipeline: unknown): readonly Fault[] => {
  const { tag, sections, cookie } = membersOf(pipeline);
  const { requires, sections: asked, consentManager } = membersOf(tag);
  const has = permissionsOf(account);
  const faults = [
    ...(cookie === false && typeof tag === 'object'
      ? [{ path: [], message: 'needs a pipeline with a cookie' }]
      : []),
    ...(typeof requires === 'string' && !has(requires)
      ? [{ path: ['requires'], message: NO_PERMISSION }]
      : []),
    ...textsIn(asked)
      .filter(([, section]) => Array.isArray(sections) && !sections.includes(section))
      .map(([index]) => ({ path: ['sections', index], message: "is not among the pipeline's sections" })),
    ...managerFaults(account, has, consentManager),
  ];
  return faults.map(({ path, message }) => ({ path: ['tag', ...path], message }));
};

/** Where the list itself is at fault, nobody can say what is not on it. */
const permissionsOf = (account: unknown): ((name: string) => boolean) => {
  const { permissions } = membersOf(account);
  return (name) => !Array.isArray(permissions) || permissions.includes(name);
};

const managerFaults = (
  account: unknown,
  has: (permission: string) => boolean,
  manager: unknown,
): readonly Fault[] => {
  const mapped = MANAGERS.flatMap((kind) =>
    Object.keys(membersOf(membersOf(manager)[kind])).map((name) => ({ kind, name })),
  );
  const unknown = mapped
    .filter(({ name }) => !has(name))
    .map(({ kind, name }) => ({ path: [kind, name], message: NO_PERMISSION }));
  return [...unknown, ...shownFaults(account, manager)].map(({ path, message }) => ({
    path: ['consentManager', ...path],
    message,
  }));
};

const shownFaults = (account: unknown, manager: unknown): readonly Fault[] => {
  const { notification, version = 1, uxvariant } = membersOf(manager);
  if (typeof notification !== 'string') return [];
  const known = membersOf(membersOf(account)['notifications']);
  if (!Object.hasOwn(known, notification)) {
    return [{ path: ['notification'], message: 'is no notification of this account' }];
  }
  const { versions, uxvariants } = membersOf(known[notification]);
  const isLeftOut = uxvariant === undefined;
  return [
    ...(includes(versions, version) ? [] : [{ path: ['version'], message: 'is no version of it' }]),
    ...(isLeftOut || includes(uxvariants, uxvariant)
      ? []
      : [{ path: ['uxvariant'], message: 'is no variant of it' }]),
  ];
};

/** Whether a list has a value; true for what is no list, since its schema reports that. */
const includes = (list: unknown, value: unknown): boolean => !Array.isArray(list) || list.includes(value);
