/** JSON values as one JSON array, a line for each, however many they are. */
export const jsonArray = async function* (values: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield `${before}${value}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
};
