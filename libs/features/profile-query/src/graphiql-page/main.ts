import { accessBy, Refused, type Access } from './access.ts';
import { askGraphql } from './ask-graphql.ts';
import { showGraphiql } from './show-graphiql.ts';

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
};

const form = byId('access');
const field = byId('token') as HTMLInputElement;
const problem = byId('problem');

const tell = (sentence: string): void => {
  problem.textContent = sentence;
  problem.hidden = false;
  field.setAttribute('aria-invalid', 'true');
  field.focus();
};

/** A query that touches no person shows whether the token opens anything. */
const opens = async (access: Access): Promise<boolean> =>
  (await askGraphql(access, { query: '{ __typename }' })).status === 200;

const enter = async (): Promise<void> => {
  const access = accessBy(field.value.trim());
  if (!(await opens(access))) throw new Refused('The access token is not valid, or it has expired.');
  field.value = '';
  byId('welcome').hidden = true;
  byId('session').hidden = false;
  byId('kind').textContent = access.renewable
    ? 'Access tokens are renewed by your offline token.'
    : 'Your access token lives an hour at most.';
  showGraphiql(byId('graphiql'), access, () => (byId('expired').hidden = false));
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  enter().catch((fault: unknown) => {
    tell(fault instanceof Refused ? fault.message : 'Kith did not answer. Try again in a moment.');
  });
});
byId('forget').addEventListener('click', () => location.reload());
byId('again').addEventListener('click', () => location.reload());
form.hidden = false;
field.focus();
