import { graphqlCode, PROBLEM_CODES, PROBLEMS, type CodeAt, type ProblemPlace } from '@kith/contracts';

/** What an answer says, as far as it is looked at here. */
export type Answered = {
  readonly status: number;
  /** Its content type. */
  readonly type: string;
  readonly text: string;
};

/**
 * Throws where an answer is none of success and has no code of the table of problems: a problem answer of any kind, an
 * error of GraphQL or of the token endpoints.
 */
export const expectKnownCodes = ({ status, type, text }: Answered): void => {
  // A script of interface B is `application/json` too.
  if (!/^application\/(?:problem\+|graphql-response\+)?json\b/.test(type) || !text.startsWith('{')) return;
  const body = JSON.parse(text) as object;
  if (type.startsWith('application/problem+json')) expectProblem(status, body);
  for (const code of graphqlCodesIn(body)) expectOneOf('graphql', code);
  if ('error_description' in body && 'error' in body) expectOneOf('oauth', body.error);
};

type ProblemAnswer = { readonly code?: unknown; readonly type?: unknown };

const expectProblem = (status: number, { code, type }: ProblemAnswer): void => {
  const known = PROBLEM_CODES.find((one) => one === code);
  if (known === undefined || PROBLEMS[known].status !== status || type !== `/problems#${known}`)
    throw new Error(`a problem of status ${status} has code ${String(code)} and type ${String(type)}`);
};

type GraphqlError = { readonly extensions?: { readonly code?: unknown } };

const graphqlCodesIn = (body: { readonly errors?: unknown }): readonly unknown[] =>
  Array.isArray(body.errors)
    ? (body.errors as readonly GraphqlError[]).flatMap(({ extensions }) =>
        extensions === undefined ? [] : [extensions.code],
      )
    : [];

const spellings = {
  graphql: (code: string) => graphqlCode(code as CodeAt<'graphql'>),
  oauth: (code: string) => code,
} satisfies Partial<Record<ProblemPlace, (code: string) => string>>;

const expectOneOf = (place: keyof typeof spellings, code: unknown): void => {
  const known = PROBLEM_CODES.filter((one) => PROBLEMS[one].at.includes(place)).map(spellings[place]);
  if (!known.some((one) => one === code)) throw new Error(`${place} answers with the code ${String(code)}`);
};
