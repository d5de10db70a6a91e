import type { BrowserContext, Page } from 'playwright-core';

/** A visit to GraphiQL in a browser. */
export type GraphiqlVisit = {
  readonly page: Page;
  /** What broke the page's own policy, or went wrong in it. */
  readonly complaints: readonly string[];
  /** The hosts that the page asked for anything. */
  readonly hosts: ReadonlySet<string>;
  /** Enters a token, and waits for GraphiQL. */
  readonly enter: (token: string) => Promise<void>;
  /** Puts other variables under the query. */
  readonly fillVariables: (variables: object) => Promise<void>;
  /** Runs the query, and waits until the answer has this text in it. */
  readonly run: (expected: string) => Promise<void>;
};

const watchPolicy = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;

/** Opens the page at this address. */
export const visitGraphiql = async (context: BrowserContext, url: string): Promise<GraphiqlVisit> => {
  const page = await context.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    // What the style sheet brings inside itself is asked from nobody.
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host);
  });
  await page.addInitScript(watchPolicy);
  await page.goto(`${url}/graphql`);
  return {
    page,
    complaints,
    hosts,
    enter: async (token) => {
      await page.getByLabel('Access token or offline token').fill(token);
      await page.getByRole('button', { name: 'Open GraphiQL' }).click();
      await page.waitForSelector('.graphiql-container');
    },
    fillVariables: async (variables) => {
      await page.click('[aria-label="Variables"] .CodeMirror');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(JSON.stringify(variables));
    },
    run: async (expected) => {
      await page.click('.graphiql-execute-button');
      await page.waitForSelector(`.graphiql-response:has-text(${JSON.stringify(expected)})`);
    },
  };
};
