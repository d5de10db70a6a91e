import { STATUS_CODES } from 'node:http';
import type { ProblemPlace } from './problem-entry.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problems.ts';

const PLACES: Readonly<Record<ProblemPlace, string>> = {
  edge: 'interface B',
  calls: 'internal and administration calls',
  graphql: 'GraphQL',
  oauth: 'the token endpoints',
  commands: 'commands',
};

/** What the page says of a code, line by line, in Markdown. */
export const problemLines = (code: ProblemCode): readonly string[] => {
  const { status, retryable, at, means, remedy } = PROBLEMS[code];
  return [
    means,
    `What to do: ${remedy}`,
    [
      ...(status === null ? [] : [`Status: ${status} ${STATUS_CODES[status] ?? ''}`]),
      `Repeating helps: ${retryable ? 'yes' : 'no'}`,
      `Met at: ${at.map((place) => PLACES[place]).join(', ')}`,
    ].join('. '),
  ];
};

/** The page of all codes as HTML, one heading for each, which the `type` of a problem answer leads to. */
export const problemPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Problems of Kith</title>
</head>
<body>
<main>
<h1>Problems</h1>
<p>What the codes in answers mean that are none of success.</p>
${PROBLEM_CODES.map(sectionOf).join('\n')}
</main>
</body>
</html>
`;

const sectionOf = (code: ProblemCode): string =>
  [`<h2 id="${code}">${code}</h2>`, ...problemLines(code).map((line) => `<p>${asHtml(line)}</p>`)].join('\n');

/** The texts are ours, and have no marks but backticks. */
const asHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>');
