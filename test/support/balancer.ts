import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { onEnd } from './closers.ts';

const CHECK_MS = 200;

export interface Balancer {
  readonly url: string;
  /** Hands requests to this process too, as soon as it is ready. */
  add(url: string): void;
}

/** A small load balancer: requests go in turn to the processes whose `/health` answers 200, over connections that it keeps. It tries nothing twice. */
export async function startBalancer(t: TestContext): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const known: string[] = [];
  const ready = new Set<string>();
  let turn = 0;
  const check = (url: string): void => {
    const asked = ask(`${url}/health`, { agent: false, timeout: 5_000 }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) ready.add(url);
      else ready.delete(url);
    });
    asked.on('error', () => ready.delete(url)).end();
  };
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const targets = [...ready];
    turn += 1;
    const fail = (error: Error): void => void response.writeHead(502).end(error.message);
    const target = targets[turn % targets.length];
    if (target === undefined) return fail(new Error('no process is ready'));
    const { connection: _own, ...headers } = request.headers;
    const asked = ask(target + request.url, { agent, method: request.method, headers }, (answer) => {
      const { connection: _theirs, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    request.pipe(asked.on('error', fail));
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => known.forEach(check), CHECK_MS);
  onEnd(t, async () => {
    clearInterval(timer);
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, add: (url) => void (known.push(url), ready.add(url)) };
}
