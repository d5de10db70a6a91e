import { PROBLEM_CODES, problemLines } from '@kith/contracts';

/** docs/problems.md: what each code means, in the words of the table that answers take their codes from. */
export const problemsPage = (): string =>
  [
    '# Problems',
    '',
    'Programs tell failures apart by their code, which never changes its meaning; what is written beside it in English may change. This page is made from the table of codes (`libs/contracts/src/problems`): `npx -y pnpm@12 docs:settings` writes it, and a test fails where it differs. Every app with a port of its own serves the same page at `/problems`.',
    '',
    '- **Problem answers** (`application/problem+json`, RFC 9457) of interface B, and of all that has no form of its own: `code`, and `type`, which is `/problems#` and the code. `errors` names each member or parameter at fault by its pointer.',
    '- **GraphQL**: `extensions.code` of an error, in capitals, as clients know those of Apollo.',
    '- **The token endpoints**: `error`, as RFC 6749 has it, and `error_uri`, which is `/problems#` and the code.',
    '- **Commands** with `--json` that fail: `code` of the object in the last line on standard error.',
    '- **The log**: `code` of the line that tells of a failure.',
    '- **Metrics** count by status and outcome: `too_many_requests` is `kith_limited_requests_total`, `overloaded` and `temporarily_unavailable` are `kith_overload_refused_total`, `timeout` is `kith_graphql_operations_total{outcome="timeout"}`, and `http_requests_total{status}` has all that have a status.',
    ...PROBLEM_CODES.flatMap((code) => [
      '',
      `## ${code}`,
      ...problemLines(code).flatMap((line) => ['', line]),
    ]),
    '',
  ].join('\n');
