import type { z } from 'zod';

/** A member of a request that is at fault: an RFC 6901 pointer into the body, or `?name` for a query parameter. */
export interface MemberFault {
  readonly pointer: string;
  readonly detail: string;
}

/** The most faults that one answer lists. */
const LISTED_FAULTS = 20;

/** The faults that a schema found, each at the member that causes it; an unknown member is named itself. */
export const memberFaults = (error: z.ZodError): readonly MemberFault[] =>
  error.issues.flatMap(faultsOf).slice(0, LISTED_FAULTS);

const faultsOf = (issue: z.core.$ZodIssue): readonly MemberFault[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), detail: 'unknown member' }))
    : [{ pointer: pointerOf(issue.path), detail: issue.message }];

/** The RFC 6901 pointer to a member. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
