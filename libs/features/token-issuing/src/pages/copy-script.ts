/** Shows the copy button where scripts run, and copies; where the clipboard is refused, it selects the token. */
export const COPY_SCRIPT = `
const token = document.getElementById('offline-token');
const button = document.getElementById('copy');
const status = document.getElementById('copied');
const select = () => {
  getSelection().selectAllChildren(token);
  status.textContent = 'Selected: copy it with your keyboard.';
};
const copied = () => { status.textContent = 'Copied.'; };
button.hidden = false;
button.addEventListener('click', () => {
  if (!navigator.clipboard) return select();
  navigator.clipboard.writeText(token.textContent).then(copied, select);
});
`;
