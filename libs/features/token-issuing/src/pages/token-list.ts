import type { RefreshToken } from '@kith/ports';
import { MAX_LISTED_TOKENS } from '../tokens/own-tokens.ts';
import { joined, markup, type Html } from './markup.ts';

/** Tokens as their user sees them. */
export interface ListedTokens {
  readonly username: string;
  /** Newest first. */
  readonly tokens: readonly RefreshToken[];
  /** The session of the token that was issued just now. */
  readonly newest: string | null;
  readonly csrf: string;
}

/** The tokens, each with a button that revokes it, and a way to log out; all of it works without scripts. */
export const tokenList = ({ username, tokens, newest, csrf }: ListedTokens): Html =>
  markup`${tokens.length === 0 ? markup`<p>You have no tokens.</p>` : listOf(tokens, newest, csrf)}
    ${tokens.length === MAX_LISTED_TOKENS ? markup`<p class="quiet">Older ones are not shown.</p>` : markup``}
    <form method="post" action="tokens/log-out" class="foot">
      ${csrfField(csrf)}
      <p class="quiet">Logged in as <strong>${username}</strong></p>
      <button type="submit" class="second small">Log out</button>
    </form>`;

const listOf = (tokens: readonly RefreshToken[], newest: string | null, csrf: string): Html =>
  markup`<ul class="tokens">${joined(tokens.map((token) => item(token, newest, csrf)))}</ul>`;

const item = (token: RefreshToken, newest: string | null, csrf: string): Html =>
  markup`<li>
      <div>
        <p class="name">${nameOf(token)}${token.sessionState === newest ? markup` <span class="new">new</span>` : markup``}</p>
        <dl>
          <div><dt>Created</dt><dd>${moment(token.createdAt)}</dd></div>
          <div><dt>Last used</dt><dd>${token.lastUsedAt === null ? 'never' : moment(token.lastUsedAt)}</dd></div>
        </dl>
      </div>
      <form method="post" action="tokens/revoke">
        ${csrfField(csrf)}
        <input type="hidden" name="session" value="${token.sessionState}" />
        <button type="submit" class="second small">Revoke<span class="unseen"> ${nameOf(token)}</span></button>
      </form>
    </li>`;

const nameOf = ({ name }: RefreshToken): string => (name === '' ? 'Token without a name' : name);

const csrfField = (csrf: string): Html => markup`<input type="hidden" name="csrf" value="${csrf}" />`;

const WORDS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment in epoch milliseconds, for people and for programs. The server cannot know the reader's time zone. */
const moment = (at: number): Html =>
  markup`<time datetime="${new Date(at).toISOString()}">${WORDS.format(at)} UTC</time>`;
