import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/** The five commands of Redis that the cache uses, over its wire protocol, since no server is at hand in tests. */
export async function startRedisStub(): Promise<{ url: string; close(): Promise<void> }> {
  const entries = new Map<string, Entry>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += String(chunk);
      for (let parsed = parseCommand(received); parsed; parsed = parseCommand(received)) {
        received = received.slice(parsed.length);
        socket.write(Buffer.from(answer(entries, parsed.words), 'latin1'));
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** `*2\r\n$3\r\nGET\r\n$1\r\na\r\n` is the command `GET a`. */
function parseCommand(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/u.exec(text);
  if (!head) return undefined;
  const words: string[] = [];
  let at = head[0].length;
  for (let index = 0; index < Number(head[1]); index += 1) {
    const size = /^\$(\d+)\r\n/u.exec(text.slice(at));
    if (!size) return undefined;
    const start = at + size[0].length;
    at = start + Number(size[1]) + 2;
    if (at > text.length) return undefined;
    words.push(text.slice(start, at - 2));
  }
  return { words, length: at };
}

function answer(entries: Map<string, Entry>, [command = '', key = '', value = '', , ttlMs = '']: readonly string[]): string {
  const entry = entries.get(key);
  const live = entry !== undefined && entry.expiresAt > Date.now() ? entry : undefined;
  switch (command.toUpperCase()) {
    case 'GET':
      return live ? `$${live.value.length}\r\n${live.value}\r\n` : '$-1\r\n';
    case 'PTTL':
      return `:${live ? live.expiresAt - Date.now() : -2}\r\n`;
    case 'SET':
      entries.set(key, { value, expiresAt: Date.now() + Number(ttlMs) });
      return '+OK\r\n';
    case 'DEL':
      return `:${entries.delete(key) ? 1 : 0}\r\n`;
    case 'INFO':
      return '$15\r\nredis_version:7\r\n';
    default:
      return '+OK\r\n';
  }
}
