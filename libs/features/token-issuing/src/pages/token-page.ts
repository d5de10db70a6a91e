import { COPY_SCRIPT } from './copy-script.ts';
import { markup, trusted } from './markup.ts';
import { page } from './page.ts';
import { tokenList, type ListedTokens } from './token-list.ts';

export interface IssuedToken {
  readonly token: string;
  readonly tokenEndpoint: string;
  /** The tokens of the user, this one among them. */
  readonly list: ListedTokens;
}

/** Shows the token, this once. Without scripts a click selects it whole. */
export const tokenPage = ({ token, tokenEndpoint, list }: IssuedToken): string =>
  page({
    title: 'Your offline token',
    body: markup`<h1>Your offline token</h1>
      <p>Keep it now: it is shown only this once. It never expires, so treat it like a password.</p>
      <code id="offline-token" tabindex="0">${token}</code>
      <div class="copy">
        <button type="button" id="copy" hidden>Copy</button>
        <p role="status" id="copied"></p>
      </div>
      <h2>What to do next</h2>
      <p>Exchange it for an access token whenever you need one:</p>
      <pre tabindex="0">${curlLine(tokenEndpoint)}</pre>
      <p class="quiet">Put the token where <code>OFFLINE_TOKEN</code> stands. An access token lives for a limited
        time; the answer says how long.</p>
      <h2>Your tokens</h2>
      ${tokenList(list)}
      ${trusted(`<script>${COPY_SCRIPT}</script>`)}`,
  });

const curlLine = (tokenEndpoint: string): string => `curl -d refresh_token=OFFLINE_TOKEN ${tokenEndpoint}`;
