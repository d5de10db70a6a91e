import type { Access } from './access.ts';
import { askGraphql } from './ask-graphql.ts';
import { examplesAt } from './examples.ts';
import {
  graphiqlGlobals,
  type GraphiqlProps,
  type GraphqlRequest,
  type GraphiqlStorage,
} from './graphiql-globals.ts';

/** Shows GraphiQL with the examples; `onExpired` is told when the token opens nothing any more. */
export const showGraphiql = (place: Element, access: Access, onExpired: () => void): void => {
  const { React, ReactDOM, GraphiQL } = graphiqlGlobals(nonceOfPage());
  const examples = examplesAt(Date.now());
  const props: GraphiqlProps = {
    fetcher: async (request) => {
      const { status, body } = await askGraphql(access, ofThisTab(request));
      if (status === 401) onExpired();
      return body;
    },
    defaultTabs: examples,
    variables: examples[0]?.variables,
    defaultEditorToolsVisibility: 'variables',
    storage: createMemoryStorage(),
    // The page itself sends the token.
    isHeadersEditorEnabled: false,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
  };
  const noLogo = React.createElement(GraphiQL.Logo, null, ' ');
  ReactDOM.createRoot(place).render(React.createElement(GraphiQL, props, noLogo));
};

/** GraphiQL learns the name of the operation a moment after another tab was opened; until then it sends the old one. */
const ofThisTab = ({ query, operationName, variables }: GraphqlRequest): GraphqlRequest =>
  operationName && query.includes(operationName) ? { query, operationName, variables } : { query, variables };

/** The policy of the page allows no style without it that a script adds. */
const nonceOfPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

/** Queries can name persons: what GraphiQL would leave in the browser is gone with the page. */
const createMemoryStorage = (): GraphiqlStorage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
};
