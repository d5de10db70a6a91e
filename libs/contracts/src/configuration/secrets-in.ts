/**
 * The secrets in a file that the configuration names, of which all are accepted (docs/behaviour.md#named-secrets): a
 * JSON array of strings, or one secret a line, blanks around it not counted. Throws where it holds none; the sentence
 * shows nothing of its content.
 */
export const secretsIn = (files: ReadonlyMap<string, Buffer>, file: string): readonly string[] => {
  const text = files.get(file)?.toString('utf8') ?? '';
  const secrets = (arrayOf(text) ?? text.split('\n')).map((secret) => secret.trim()).filter(Boolean);
  if (secrets.length === 0) throw new Error(`${file}: holds no secret`);
  return secrets;
};

const arrayOf = (text: string): readonly string[] | null => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
  } catch {
    return null;
  }
};
