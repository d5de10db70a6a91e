import { MAX_TOKEN_NAME } from '../tokens/token-name.ts';
import type { FormProblem } from './login-problems.ts';
import { markup, type Html } from './markup.ts';
import { page } from './page.ts';

export interface LoginPage {
  readonly csrf: string;
  /** What was typed before. */
  readonly username: string;
  readonly tokenName: string;
  /** Why the form is shown again. */
  readonly problem: FormProblem | null;
}

/** The form that asks for user name and password; it works without scripts. */
export const loginPage = (form: LoginPage): string =>
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
        ${usernameField(form)} ${passwordField(form)} ${nameField(form)}
        <button type="submit">Get the token</button>
        <button type="submit" name="do" value="list" class="second">Only show my tokens</button>
      </form>`,
  });

/** A problem of one field stands at the field. */
const alert = (problem: FormProblem | null): Html =>
  problem === null || problem.about === 'name'
    ? markup``
    : markup`<p role="alert" id="problem">${problem.text}</p>`;

const usernameField = (form: LoginPage): Html =>
  markup`<label for="username">User name</label>
    <input id="username" name="username" type="text" value="${form.username}" autocomplete="username"
      autocapitalize="none" spellcheck="false" required ${faultOfLogin(form)}
      ${focusWhen(form.username === '' && !isAboutName(form))} />`;

const passwordField = (form: LoginPage): Html =>
  markup`<label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required
      ${faultOfLogin(form)} ${focusWhen(form.username !== '' && !isAboutName(form))} />`;

const nameField = (form: LoginPage): Html => {
  const isWrong = isAboutName(form);
  return markup`<label for="name">Name of the token <span class="quiet">(optional)</span></label>
    <p class="hint" id="name-hint">What you will know it by, such as the program that uses it.</p>
    ${isWrong ? markup`<p role="alert" id="name-problem">${form.problem?.text ?? ''}</p>` : markup``}
    <input id="name" name="name" type="text" value="${form.tokenName}" autocomplete="off"
      maxlength="${String(MAX_TOKEN_NAME)}" ${focusWhen(isWrong)}
      ${isWrong ? markup`aria-invalid="true" aria-describedby="name-hint name-problem"` : markup`aria-describedby="name-hint"`} />`;
};

const isAboutName = ({ problem }: LoginPage): boolean => problem?.about === 'name';

const faultOfLogin = ({ problem }: LoginPage): Html =>
  problem?.about === 'login' ? markup`aria-invalid="true" aria-describedby="problem"` : markup``;

const focusWhen = (wanted: boolean): Html => (wanted ? markup`autofocus` : markup``);
