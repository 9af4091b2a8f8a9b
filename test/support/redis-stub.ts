import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/** `away`: it takes no connection; `stalled`: it answers nothing; `read-only`: it refuses writes, as a replica or without memory. */
export type RedisIllness = 'away' | 'stalled' | 'read-only';

export interface RedisStub {
  readonly url: string;
  /** Until it is called with `undefined`. */
  fallIll(illness: RedisIllness | undefined): void;
  listKeys(): string[];
  /** Forgets everything. */
  flush(): void;
  close(): Promise<void>;
}

/** The commands of Redis that the service uses, over its wire protocol, since no server is at hand in tests. */
export async function startRedisStub(): Promise<RedisStub> {
  const entries = new Map<string, Entry>();
  const sockets = new Set<Socket>();
  let illness: RedisIllness | undefined;
  const server = createServer((socket) => {
    if (illness === 'away') return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    const line: Line = { queued: undefined };
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += String(chunk);
      for (let parsed = parseCommand(received); parsed; parsed = parseCommand(received)) {
        received = received.slice(parsed.length);
        if (illness === 'stalled') continue;
        const refused = illness === 'read-only' && WRITES.has(parsed.words[0]?.toUpperCase() ?? '');
        socket.write(Buffer.from(refused ? READ_ONLY : answerInTurn(entries, parsed.words, line), 'latin1'));
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
  const fallIll = (next: RedisIllness | undefined): void => {
    illness = next;
    if (next === 'away') for (const socket of sockets) socket.destroy();
  };
  return {
    fallIll,
    flush: () => entries.clear(),
    listKeys: () => [...entries.keys()],
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
  };
}

const WRITES = new Set(['SET', 'DEL', 'INCRBY', 'EVALSHA', 'EVAL']);
const READ_ONLY = "-READONLY You can't write against a read only replica.\r\n";

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

/** Commands of a connection between MULTI and EXEC. */
interface Line {
  queued: string[] | undefined;
}

function answerInTurn(entries: Map<string, Entry>, words: readonly string[], line: Line): string {
  const command = words[0]?.toUpperCase();
  if (command === 'MULTI') {
    line.queued = [];
    return '+OK\r\n';
  }
  if (command === 'EXEC') {
    const answers = line.queued ?? [];
    line.queued = undefined;
    return `*${answers.length}\r\n${answers.join('')}`;
  }
  if (!line.queued) return answer(entries, words);
  line.queued.push(answer(entries, words));
  return '+QUEUED\r\n';
}

/** The script by which requests are counted: so many more, and how long until they count no longer. */
function count(entries: Map<string, Entry>, key: string, points: number, seconds: number): string {
  const known = entries.get(key);
  const live = known !== undefined && known.expiresAt > Date.now() ? known : { value: '0', expiresAt: Date.now() + seconds * 1_000 };
  const entry = { ...live, value: String(Number(live.value) + points) };
  entries.set(key, entry);
  return `*2\r\n:${entry.value}\r\n:${entry.expiresAt - Date.now()}\r\n`;
}

function answer(entries: Map<string, Entry>, words: readonly string[]): string {
  const [command = '', key = '', value = '', , ttlMs = ''] = words;
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
      return `:${words.slice(1).filter((one) => entries.delete(one)).length}\r\n`;
    case 'EVAL':
    case 'EVALSHA':
      return count(entries, words[3] ?? '', Number(words[4]), Number(words[5]));
    case 'INFO':
      return '$15\r\nredis_version:7\r\n';
    default:
      return '+OK\r\n';
  }
}
