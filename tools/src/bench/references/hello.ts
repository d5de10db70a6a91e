/** What the references answer; in ASCII, so that its length is that of its bytes. */
export const HELLO = '{"hello":"world"}';
