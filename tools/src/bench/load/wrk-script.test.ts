import { describe, expect, test } from 'vitest';
import { get, postJson } from '../bench-request.ts';
import { luaString, wireText } from './wrk-script.ts';

describe('what wrk sends', () => {
  test('a request goes over the wire with its length in bytes', () => {
    expect(wireText(postJson('/a', { b: 'é' }), '127.0.0.1:1')).toBe(
      'POST /a HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"b":"é"}',
    );
  });

  test('the host of the request wins over that of the address, and a GET has no length', () => {
    expect(wireText(get('/', { Host: 'www.example.com' }), '127.0.0.1:1')).toBe(
      'GET / HTTP/1.1\r\nHost: www.example.com\r\n\r\n',
    );
  });

  test('a string of Lua keeps every byte', () => {
    expect(luaString('a"\né')).toBe('"\\097\\034\\010\\195\\169"');
  });
});
