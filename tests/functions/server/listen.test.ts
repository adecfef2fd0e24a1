import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from '#functions/server/listen.ts';

const open: Listening[] = [];
const site = { fetch: () => new Response('here') };

afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close();
});

async function serve(port: number, host = '127.0.0.1'): Promise<URL> {
  const listening = await listen(site, host, port);
  open.push(listening);
  return new URL(listening.url);
}

test('takes the next free port when the asked one is taken', async () => {
  const first = await serve(0);
  const second = await serve(Number(first.port));
  expect(Number(second.port)).toBeGreaterThan(Number(first.port));
  expect(await (await fetch(second)).text()).toBe('here');
});

test('names an address that opens on this computer, whatever it listens on', async () => {
  expect((await serve(0, '0.0.0.0')).hostname).toBe('127.0.0.1');
});

test('says in Russian that an address is not of this computer', async () => {
  await expect(listen(site, '203.0.113.1', 0)).rejects.toThrow('Адреса 203.0.113.1 нет у этого компьютера');
});

test('a client that does not read its answer is let go, and its answer with it', async () => {
  const pulled = { bytes: 0 };
  const endless = {
    fetch: () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            pulled.bytes += 65_536;
            controller.enqueue(new Uint8Array(65_536));
          },
        }),
      ),
  };
  const listening = await listen(endless, '127.0.0.1', 0, 0, 300);
  open.push(listening);
  const { port } = new URL(listening.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await sleep(1500);
  const held = pulled.bytes;
  expect(held).toBeLessThan(32 * 2 ** 20);
  const closed = once(socket, 'close');
  socket.on('error', () => {}).resume();
  await closed;
  await sleep(100);
  expect(pulled.bytes).toBe(held);
});
