import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorSentence } from '@kith/platform';
import { InvalidArgumentError } from 'commander';

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** An address of the web without query and fragment. */
export const asAddress = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isWeb(url) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must be an http or https address without query.');
  }
  return url;
};

/** An origin as browsers send it. */
export const asOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isWeb(url) || url.href !== `${url.origin}/`) {
    throw new InvalidArgumentError('It must be an origin, as https://www.example.com.');
  }
  return url.origin;
};

/** A host and a port. */
export const asConnectTo = (text: string): { readonly host: string; readonly port: number } => {
  const [, host = '', port = ''] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((part, index) => index === 0 || part) ?? [];
  if (host === '' || Number(port) > 65_535) throw new InvalidArgumentError('It must be HOST:PORT.');
  return { host, port: Number(port) };
};

/** The certificates in a PEM file, as text. */
export const asCertificates = (path: string): string => {
  try {
    const pem = readFileSync(path, 'utf8');
    // Where there is none Node would trust nobody more, without a word.
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    throw new InvalidArgumentError(`It must be a file of certificates in PEM (${errorSentence(error)}).`);
  }
};
