/**
 * Clients that read, in a process of their own: `CLIENTS` connections to `URL` (several with commas between them), which ask `PATHS`
 * in turn with `KEY` and wait for each answer. Written for bare sockets, because it shares the processors with what it
 * asks. Says `ready` when the first answer of each has come; at a line it forgets what it has measured, and at the line
 * `end` it prints the figures as JSON. A client whose connection ends connects once more; one that is refused then stays away.
 * Refused is also a new connection that ends without an answer after the service has said that it closes: the system had taken it
 * for a listener that was about to close, and no process has seen it.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReadingFigures {
  readonly seconds: number;
  readonly answers: number;
  /** Of each path, in milliseconds. */
  readonly paths: Readonly<Record<string, { answers: number; p50: number; p99: number; max: number }>>;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Other answers than 200, by status and path. */
  readonly others: Readonly<Record<string, number>>;
  /** Requests whose connection ended before the end of their answer: how often, by how. */
  readonly lost: Readonly<Record<string, number>>;
  /** Connections that were not taken. */
  readonly refused: number;
}

const { URL: url = '', CLIENTS = '0', KEY = '', PATHS = '[]' } = process.env;
const paths = JSON.parse(PATHS) as string[];
const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${KEY}\r\n\r\n`),
);

let beganAt = performance.now();
let times = paths.map((): number[] => []);
let statuses: Record<string, number> = {};
let others: Record<string, number> = {};
const lost: Record<string, number> = {};
let refused = 0;
let hasSeenClose = false;
let waitingForFirst = Number(CLIENTS);

/** One connection after the other, until one is refused. */
function runClient(number: number): void {
  let turn = number;
  let isFirst = true;
  const open = (): void => {
    let left = 0;
    let sentAt = 0;
    let isConnected = false;
    let answers = 0;
    let isClosing = false;
    let head = '';
    const socket: Socket = connect({ host: new URL(url).hostname, port: Number(new URL(url).port), noDelay: true });
    const send = (): void => {
      sentAt = performance.now();
      socket.write(requests[turn % paths.length] ?? '');
    };
    const end = (): void => {
      times[turn % paths.length]?.push(performance.now() - sentAt);
      sentAt = 0;
      turn += 1;
      answers += 1;
      if (isFirst) {
        isFirst = false;
        if ((waitingForFirst -= 1) === 0) process.stdout.write('ready\n');
      }
      if (isClosing) socket.end();
      else send();
    };
    socket.on('connect', () => {
      isConnected = true;
      send();
    });
    socket.on('data', (piece) => {
      if (left > 0) {
        left -= piece.length;
        if (left === 0) end();
        return;
      }
      head += piece.toString('latin1');
      const bodyAt = head.indexOf('\r\n\r\n');
      if (bodyAt === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/iu.exec(head)?.[1] ?? 0);
      const status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const name = `${status} ${paths[turn % paths.length]}`;
      if (status !== '200') others[name] = (others[name] ?? 0) + 1;
      isClosing = /\r\nconnection: close/iu.test(head.slice(0, bodyAt));
      hasSeenClose ||= isClosing;
      left = length - (head.length - bodyAt - '\r\n\r\n'.length);
      head = '';
      if (left === 0) end();
    });
    let how = 'closed';
    socket.on('error', (error: NodeJS.ErrnoException) => (how = error.code ?? 'unknown'));
    socket.on('close', () => {
      const isTurnedAway = answers === 0 && left === 0 && hasSeenClose;
      if (!isConnected || (sentAt > 0 && isTurnedAway)) return void (refused += 1);
      if (sentAt > 0) lost[how] = (lost[how] ?? 0) + 1;
      open();
    });
  };
  open();
}

function describe(): ReadingFigures {
  const quantile = (sorted: readonly number[], part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const toFigures = (given: readonly number[]) => {
    const sorted = given.toSorted((one, other) => one - other);
    return { answers: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? 0 };
  };
  const { answers, p50, p99 } = toFigures(times.flat());
  return {
    seconds: (performance.now() - beganAt) / 1_000,
    answers,
    paths: Object.fromEntries(paths.map((path, at) => [path, toFigures(times[at] ?? [])])),
    p50,
    p99,
    statuses,
    others,
    lost,
    refused,
  };
}

for (let number = 0; number < Number(CLIENTS); number += 1) runClient(number);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  beganAt = performance.now();
  times = paths.map(() => []);
  statuses = {};
  others = {};
}
process.stdout.write(`${JSON.stringify(describe())}\n`);
process.exit(0);
