// Asks the app of this container whether it lives; its exit code is the answer.
const { MANAGEMENT_PORT } = process.env;

try {
  const answer = await fetch(`http://127.0.0.1:${MANAGEMENT_PORT}/livez`, {
    signal: AbortSignal.timeout(2_000),
  });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
