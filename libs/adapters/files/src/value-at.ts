/** The member that a path names; a dot leads inside, where no member has the whole path as its name. */
export const valueAt = (value: unknown, path: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(members, path)) return members[path];
  const dot = path.indexOf('.');
  if (dot === -1 || !Object.hasOwn(members, path.slice(0, dot))) return undefined;
  return valueAt(members[path.slice(0, dot)], path.slice(dot + 1));
};
