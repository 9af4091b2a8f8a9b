import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { makeRedact } from '#kernel/telemetry/redact.ts';
import { runInScope } from '#kernel/work-scope.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { openOtlpReceiver } from '../../test/support/otlp-receiver.ts';
import { openTracing } from './tracing.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

function open(endpoint: string, share = 1) {
  const lines: string[] = [];
  const logger = makeLogger('info', { destination: { write: (line: string) => void lines.push(line) } });
  return {
    lines,
    logger,
    ...openTracing({ endpoint, share, version: '1.2.3', role: 'all', redact: makeRedact(['known-secret']), logger }),
  };
}

async function openOutside(t: TestContext, status: number) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a call to the outside is a span below who makes it, and no trace header goes with it', async (t) => {
  const collector = await openOtlpReceiver(t);
  const outside = await openOutside(t, 200);
  const { spans, logger, close } = open(collector.url);
  const http = makeHttpClient({ logger, allowedPrivateOrigins: [outside.url], spans });
  t.after(() => http.close());
  await spans.run({ name: 'step', kind: 'internal', traceparent: `00-${TRACE}-b7ad6b7169203331-01` }, () =>
    http.request({
      service: 'someone',
      endpoint: 'pages',
      url: `${outside.url}/a?api_key=known-secret`,
      headers: { authorization: 'Bearer known-secret' },
    }),
  );
  await close();
  const [call, step] = collector.listSpans();
  assert.deepEqual([step?.name, step?.traceId, call?.name, call?.parentSpanId], ['step', TRACE, 'GET someone pages', step?.spanId]);
  assert.deepEqual(call?.attributes, {
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'sightline.service': 'someone',
    'sightline.endpoint': 'pages',
    'http.response.status_code': 200,
  });
  assert.deepEqual(
    Object.keys(outside.seen[0] ?? {}).filter((name) => /trace|baggage|b3/u.test(name)),
    [],
  );
  assert.doesNotMatch(collector.readText(), /known-secret|api_key/u);
  assert.match(collector.readText(), /"service\.name".{1,40}"sightline"/u);
});

test('a failure is recorded without its secrets', async (t) => {
  const collector = await openOtlpReceiver(t);
  const { spans, close } = open(collector.url);
  const fail = () => Promise.reject(new Error('refused known-secret for slk_0123456789abcdef'));
  await assert.rejects(spans.run({ name: 'step known-secret', kind: 'internal', attributes: { a: 'x known-secret' } }, fail), /refused/u);
  await close();
  const [span] = collector.listSpans();
  assert.deepEqual([span?.name, span?.status, span?.attributes], ['step [redacted]', 2, { a: 'x [redacted]' }]);
  assert.doesNotMatch(collector.readText(), /known-secret|slk_/u);
});

test("a caller's traceparent decides whether its trace is kept, and a damaged one is as good as none", async (t) => {
  const collector = await openOtlpReceiver(t);
  const { spans, close } = open(collector.url, 0);
  const run = (name: string, traceparent?: string) => spans.run({ name, kind: 'server', traceparent }, () => Promise.resolve());
  await run('kept', `00-${TRACE}-b7ad6b7169203331-01`);
  await run('later version', `cc-${TRACE}-b7ad6b7169203331-01-more`);
  await run('not kept', `00-${TRACE}-b7ad6b7169203331-00`);
  for (const damaged of [
    undefined,
    '',
    'nonsense',
    `ff-${TRACE}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
  ])
    await run('none', damaged);
  await close();
  assert.deepEqual(
    collector.listSpans().map(({ name, traceId }) => [name, traceId]),
    [
      ['kept', TRACE],
      ['later version', TRACE],
    ],
  );
});

test('what is enqueued inside a kept span links back to it and begins a trace of its own', async (t) => {
  const collector = await openOtlpReceiver(t);
  const { spans, close } = open(collector.url);
  assert.equal(spans.findTraceparent(), undefined);
  const causedBy = await spans.run({ name: 'request', kind: 'server' }, () => Promise.resolve(spans.findTraceparent()));
  await runInScope({ fields: {} }, () => spans.run({ name: 'workflow', kind: 'consumer', causedBy }, () => Promise.resolve()));
  await close();
  const [request, workflow] = collector.listSpans();
  assert.equal(causedBy, `00-${request?.traceId}-${request?.spanId}-01`);
  assert.notEqual(workflow?.traceId, request?.traceId);
  assert.deepEqual([workflow?.links[0]?.traceId, workflow?.links[0]?.spanId], [request?.traceId, request?.spanId]);
});

test('a collector that is not there, or never answers, delays nothing', async (t) => {
  const silent = await openOtlpReceiver(t);
  silent.answerWith(undefined);
  for (const url of [`http://127.0.0.1:${await findFreePort()}`, silent.url]) {
    const { spans, close, lines } = open(url);
    const results = await Promise.all(
      Array.from({ length: 6_000 }, (_none, at) => spans.run({ name: 'x', kind: 'internal' }, () => Promise.resolve(at))),
    );
    assert.equal(results.length, 6_000);
    await close();
    assert.ok(lines.length <= 1, lines.join(''));
  }
});
