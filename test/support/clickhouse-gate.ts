import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEnd } from './closers.ts';

/** What comes of a question to a ClickHouse that is ill; `undefined`: it goes on to the real one. */
export type ClickHouseIllness = (question: {
  readonly text: string;
  readonly number: number;
}) => 'stall' | 'cut' | 'fail' | Answer | Delay | undefined;

interface Answer {
  readonly code: number;
  readonly type: string;
}

interface Delay {
  readonly delayMs: number;
}

export interface ClickHouseGate {
  readonly url: string;
  /** Until it is called with `undefined`. */
  fallIll(illness: ClickHouseIllness | undefined): void;
}

/** ClickHouse's HTTP interface in front of the real one, which can fall ill. */
export async function openClickHouseGate(t: TestContext, target: string): Promise<ClickHouseGate> {
  let illness: ClickHouseIllness | undefined;
  let asked = 0;
  const server = createServer((question, response) => void pass(question, response));
  const pass = async (question: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of question) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const text = `${decodeURIComponent(question.url ?? '')} ${body.toString('utf8', 0, 500)}`;
    asked += 1;
    const act = illness?.({ text, number: asked });
    if (act === 'stall') return;
    if (act === 'cut') return void response.destroy();
    if (act === 'fail') return void response.writeHead(500).end('Internal error of what stands before it');
    if (act !== undefined && 'code' in act) {
      const words = `Code: ${act.code}. DB::Exception: it is ill. (${act.type}) (version 25.8)`;
      return void response.writeHead(500, { 'x-clickhouse-exception-code': String(act.code) }).end(words);
    }
    if (act !== undefined) await sleep(act.delayMs);
    const { method, headers, url } = question;
    const inner = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    inner.end(body);
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallIll: (next) => {
      illness = next;
      // A server that fell silent does so on the connections that are open too; what waited is lost.
      if (next === undefined) server.closeAllConnections();
    },
  };
}
