import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { findFreePort } from '../support/free-port.ts';

async function ask(address: string): Promise<number> {
  const child = spawn(process.execPath, ['bin/healthcheck.cjs', address], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

test('the health check of the image ends with 0 only for a service that answers 200', async (t) => {
  let status = 200;
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
  assert.equal(await ask(address), 0);
  status = 503;
  assert.equal(await ask(address), 1);
  assert.equal(await ask(`http://127.0.0.1:${await findFreePort()}/health`), 1);
});
