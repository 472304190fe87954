import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { guardNetwork } from '../../../harness/index.ts';

function outcomeOf(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.on('connect', () => end('connected'));
    socket.on('timeout', () => end('tried'));
    socket.on('error', (error) =>
      end(error.message.includes('refused: no part') ? 'refused' : 'tried'),
    );
  });
}

it('reaches loopback and named hosts, and refuses the others before it looks a name up', async () => {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  guardNetwork(['named.invalid']);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  expect(await outcomeOf('named.invalid', port)).toBe('tried');
  expect(await outcomeOf('other.invalid', port)).toBe('refused');
  expect(await outcomeOf('192.0.2.1', port)).toBe('refused');
  guardNetwork(['other.invalid']);
  expect(await outcomeOf('other.invalid', port)).toBe('tried');
  server.close();
});
