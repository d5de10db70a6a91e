import { UNIQUE, type BenchRequest } from '../bench-request.ts';

/** The request as it goes over the wire. */
export const wireText = ({ method, path, headers, body }: BenchRequest, host: string): string => {
  const lines = Object.entries({
    Host: host,
    ...headers,
    ...(method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

/** A string of Lua with the same bytes. */
export const luaString = (text: string): string => {
  const bytes = Array.from(Buffer.from(text, 'utf8'), (byte) => `\\${String(byte).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
};

const RESULT = `{"answered":%d,"failed":%d,"seconds":%.6f,"p50Ms":%.4f,"p99Ms":%.4f}`;

/** Ends the thread, and the run with it, once so many were answered. */
const stopAfter = (amount: number): string => `
local answered = 0
response = function()
  answered = answered + 1
  if answered >= ${amount} then wrk.thread:stop() end
end
`;

/** A script that sends the texts in turns and prints a `LoadResult` on the last line. */
export const wrkScript = (texts: readonly string[], firstNumber: number, amount?: number): string => `
local texts = { ${texts.map(luaString).join(', ')} }
local placeholder = ${luaString(UNIQUE.replace(/[{}-]/g, '%$&'))}
local width = ${UNIQUE.length}
local turn = 0
local number = ${firstNumber}

request = function()
  turn = turn % #texts + 1
  number = number + 1
  return (string.gsub(texts[turn], placeholder, string.format("%0" .. width .. ".0f", number)))
end

${amount === undefined ? '' : stopAfter(amount)}
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  print("")
  print(string.format('${RESULT}', summary.requests, failed, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`;
