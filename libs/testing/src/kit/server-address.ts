/**
 * What the environment of a test names: the URI or the brokers of a real server. Throws where it names none, so that
 * a suite without its server fails.
 */
export const serverAddress = (variable: string): string => {
  const address = process.env[variable];
  if (address === undefined || address === '') {
    throw new Error(`this suite needs a real server: ${variable} must name it (see tools/src/servers)`);
  }
  return address;
};
