const LINE_END = 0x0a;

/**
 * Takes pieces of a stream and calls `onLine` with each line of it in UTF-8, as soon as that is whole. Throws where one is
 * longer than `maxBytes`.
 */
export const createLineReader = (
  maxBytes: number,
  onLine: (line: string) => void,
): ((piece: Buffer) => void) => {
  let begun: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer): void => {
    length += piece.length;
    if (length > maxBytes) throw new Error('the answer is too long');
    begun.push(piece);
  };
  const finish = (): string => {
    const line = Buffer.concat(begun).toString('utf8');
    begun = [];
    length = 0;
    return line;
  };
  return (piece) => {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      keep(piece.subarray(from, end));
      from = end + 1;
      onLine(finish());
    }
    if (from < piece.length) keep(piece.subarray(from));
  };
};
