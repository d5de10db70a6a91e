import { markup } from './markup.ts';
import { page } from './page.ts';
import { tokenList, type ListedTokens } from './token-list.ts';

/** The tokens of a user, with what was just done about them. */
export const tokensPage = (list: ListedTokens, told: string | null): string =>
  page({
    title: told === null ? 'Your tokens' : `${told} Your tokens`,
    body: markup`<h1>Your tokens</h1>
      <p class="quiet">Programs with one of these fetch access tokens in your name until you revoke it.</p>
      ${told === null ? markup`` : markup`<p role="status" class="told">${told}</p>`}
      ${tokenList(list)}
      <p><a href="offline-token">Get another token</a></p>`,
  });
