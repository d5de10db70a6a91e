import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A fault of a value: where, as the keys that lead there, and what. */
export interface PlacedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));

/** Of a union's branches the one that got furthest is the one that was meant. */
const meantBranch = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const nested = branches.filter((issues) => depth(issues) > 0 || issues[0]?.code === 'unrecognized_keys');
  return [...nested].sort((a, b) => depth(b) - depth(a))[0] ?? [];
};

const below = (path: readonly PropertyKey[], issues: readonly Issue[]): PlacedIssue[] =>
  innermostIssues(issues).map((inner) => ({ path: [...path, ...inner.path], message: inner.message }));

const placedInUnion = ({
  path,
  message,
  errors,
}: Extract<Issue, { code: 'invalid_union' }>): PlacedIssue[] => {
  const meant = meantBranch(errors);
  return meant.length > 0 ? below(path, meant) : [{ path, message }];
};

const placed = (issue: Issue): PlacedIssue[] => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }));
    case 'invalid_key':
    case 'invalid_element':
      return below(issue.path, issue.issues);
    case 'invalid_union':
      return placedInUnion(issue);
    case 'custom':
    case 'invalid_format':
    case 'invalid_type':
    case 'invalid_value':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
      return [{ path: issue.path, message: issue.message }];
  }
};

/** The faults where they really are: each unknown member by itself, of a union the branch that was meant. */
export const innermostIssues = (issues: readonly Issue[]): PlacedIssue[] => issues.flatMap(placed);

/** `accounts.demo.pipelines.web.identifiers[2]` */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '') || 'the document';
