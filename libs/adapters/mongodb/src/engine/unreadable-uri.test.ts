import { expect, test } from 'vitest';
import { connect } from './connection.ts';

const PASSWORD = 'hunter2';

test.each([
  `mongodb://kith:${PASSWORD}@@host/kith`,
  `mongodb://kith:${PASSWORD}/x@host/kith`,
  `mongodb://${PASSWORD}/x@host/kith`,
  `mongodb://kith:${PASSWORD}%@host/kith`,
  `mongodb://kith:${PASSWORD}@host:port/kith`,
  `mongodb://kith:${PASSWORD}@host,/kith?tls=perhaps`,
  `mongodb://kith:${PASSWORD}@host/kith?password=${PASSWORD}`,
  `mongodb+srv://kith:${PASSWORD}@a.example.com,b.example.com/kith`,
  `mongodb://kith:${PASSWORD}@host/kith?tls=true&tlsCAFile=/nowhere`,
])('a URI that nobody can read is refused without being repeated: %s', async (uri) => {
  const told = await connect({ uri }).then(
    () => 'connected',
    (error: unknown) => String(error),
  );
  expect(told).toContain('MONGODB_URI: ');
  expect(told).not.toContain(PASSWORD);
});
