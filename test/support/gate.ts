import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { onEnd } from './closers.ts';

/** One address in front of servers that come and go. */
export interface Gate {
  readonly port: number;
  breakAll(): void;
  /** Breaks all connections and takes no others until what it returns is called. */
  shut(): () => void;
}

/** Passes connections on to a port that may change; while nothing listens there, it accepts no connection. */
export async function openGate(t: TestContext, toPort: () => number): Promise<Gate> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  let isShut = false;
  const gate = createServer((outer) => {
    if (isShut) {
      outer.destroy();
      return;
    }
    const inner = keep(connect(toPort(), '127.0.0.1'));
    keep(outer).pipe(inner).pipe(outer);
    outer.on('close', () => inner.destroy());
    inner.on('close', () => outer.destroy());
  });
  await new Promise<void>((resolve) => void gate.listen(0, '127.0.0.1', resolve));
  const breakAll = (): void => open.forEach((socket) => void socket.destroy());
  onEnd(t, () => {
    breakAll();
    gate.close();
  });
  const shut = (): (() => void) => {
    isShut = true;
    breakAll();
    return () => {
      isShut = false;
    };
  };
  return { port: (gate.address() as AddressInfo).port, breakAll, shut };
}
