/** Why the form is shown again, and which fields that is about. */
export interface FormProblem {
  readonly about: 'form' | 'login' | 'name';
  readonly text: string;
}

export const STALE: FormProblem = { about: 'form', text: 'The form was too old. Please log in again.' };
export const ENDED: FormProblem = {
  about: 'form',
  text: 'You are no longer logged in. Please log in again.',
};
export const UNREADABLE: FormProblem = {
  about: 'form',
  text: 'The form could not be read. Please fill it in again.',
};
export const UNFIT_NAME: FormProblem = {
  about: 'name',
  text: 'A name has at most 100 characters, and no line breaks. Please type the password again, too.',
};
