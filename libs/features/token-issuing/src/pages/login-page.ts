import { markup } from './markup.ts';
import type { Html } from './markup.ts';
import { page } from './page.ts';

export interface LoginForm {
  readonly csrf: string;
  /** What was typed before. */
  readonly username: string;
  /** Why the form is shown again. */
  readonly problem: string | null;
}

/** The form that asks for user name and password; it works without scripts. */
export const loginPage = (form: LoginForm): string =>
  page({
    title: form.problem === null ? 'Offline token' : 'Error: offline token',
    body: markup`<h1>Get an offline token</h1>
      <p class="quiet">
        Programs use it to fetch access tokens for the GraphQL API. Log in with the user name and password of your
        account.
      </p>
      ${alert(form.problem)}
      <form method="post">
        <input type="hidden" name="csrf" value="${form.csrf}" />
        ${usernameField(form)} ${passwordField(form)}
        <button type="submit">Get the token</button>
      </form>`,
  });

const alert = (problem: string | null): Html =>
  problem === null ? markup`` : markup`<p role="alert" id="problem">${problem}</p>`;

const usernameField = ({ username, problem }: LoginForm): Html =>
  markup`<label for="username">User name</label>
    <input id="username" name="username" type="text" value="${username}" autocomplete="username"
      autocapitalize="none" spellcheck="false" required ${describedBy(problem)} ${focusWhen(username === '')} />`;

const passwordField = ({ username, problem }: LoginForm): Html =>
  markup`<label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required
      ${describedBy(problem)} ${focusWhen(username !== '')} />`;

const describedBy = (problem: string | null): Html =>
  problem === null ? markup`` : markup`aria-describedby="problem"`;

const focusWhen = (wanted: boolean): Html => (wanted ? markup`autofocus` : markup``);
