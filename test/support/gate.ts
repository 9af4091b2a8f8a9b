import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { onEnd } from './closers.ts';

/** One address in front of servers that come and go. */
export interface Gate {
  readonly port: number;
  breakAll(): void;
  /** Breaks all connections and takes no others until what it returns is called. */
  shut(): () => void;
  /** Takes connections and passes nothing on until what it returns is called; then everything that waited. */
  stall(): () => void;
  /** Passes everything on so much later. */
  slow(delayMs: number): () => void;
  /** Breaks all connections, and answers others with these bytes alone, until what it returns is called. */
  refuse(words: Buffer): () => void;
  /** The connections that are open lose everything, both ways, and neither side learns of it for a while. */
  cutSilently(): void;
  /** Resolves when a client next connects or sends something. */
  nextUse(): Promise<void>;
}

/** After this a server notices by itself that the other side of a connection is lost (`client.ts`). */
const SERVER_NOTICES_MS = 25_000;

interface Pair {
  readonly outer: Socket;
  readonly inner: Socket;
  isCut: boolean;
}

/** Passes connections on to a port that may change; while nothing listens there, it accepts no connection. */
export async function openGate(t: TestContext, toPort: () => number): Promise<Gate> {
  const pairs = new Set<Pair>();
  let held: (() => void)[] | undefined;
  let delayMs = 0;
  let isShut = false;
  let refusal: Buffer | undefined;
  const waiting: (() => void)[] = [];
  const noteUse = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const pass = (send: () => void): void => {
    if (held) held.push(send);
    else if (delayMs > 0) setTimeout(send, delayMs).unref();
    else send();
  };
  const forward = (pair: Pair, from: Socket, to: Socket): void => {
    const send = (write: () => void): void => pass(() => void (pair.isCut || to.destroyed || write()));
    from.on('data', (chunk) => send(() => to.write(chunk))).on('end', () => send(() => to.end()));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      if (!pair.isCut) return send(() => to.destroy());
      if (from === pair.outer) setTimeout(() => to.destroy(), SERVER_NOTICES_MS).unref();
    });
  };
  const gate = createServer((outer) => {
    noteUse();
    outer.on('data', noteUse);
    if (isShut) {
      outer.destroy();
      return;
    }
    if (refusal) {
      const words = refusal;
      outer.on('error', () => undefined).once('data', () => void outer.end(words));
      return;
    }
    const pair = { outer, inner: connect(toPort(), '127.0.0.1'), isCut: false };
    pairs.add(pair);
    forward(pair, outer, pair.inner);
    forward(pair, pair.inner, outer);
    pair.inner.on('close', () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => void gate.listen(0, '127.0.0.1', resolve));
  const breakAll = (): void => {
    for (const { outer, inner } of pairs) for (const socket of [outer, inner]) socket.destroy();
  };
  onEnd(t, () => {
    breakAll();
    gate.close();
  });
  return {
    port: (gate.address() as AddressInfo).port,
    breakAll,
    shut: () => {
      isShut = true;
      breakAll();
      return () => void (isShut = false);
    },
    refuse: (words) => {
      refusal = words;
      breakAll();
      return () => void (refusal = undefined);
    },
    stall: () => {
      held = [];
      return () => {
        const sends = held ?? [];
        held = undefined;
        for (const send of sends) send();
      };
    },
    slow: (ms) => {
      delayMs = ms;
      return () => void (delayMs = 0);
    },
    cutSilently: () => {
      for (const pair of pairs) pair.isCut = true;
    },
    nextUse: () => new Promise((resolve) => void waiting.push(resolve)),
  };
}
