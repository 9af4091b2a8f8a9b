import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { onEnd } from './closers.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'mail');
/** An authority that only the tests know; its certificate is for localhost and 127.0.0.1. */
export const AUTHORITY_FILE = join(FIXTURES, 'authority.pem');
export const AUTHORITY = readFileSync(AUTHORITY_FILE, 'utf8');

export interface TestMailServer {
  readonly port: number;
  /** What it took, as it came. */
  readonly taken: string[];
}

/** A mail server with TLS, as the sandbox's has none: by the authority of the tests, and with a password where one is given. */
export async function startTestMailServer(
  t: TestContext,
  { password, ...options }: SMTPServerOptions & { readonly password?: string } = {},
): Promise<TestMailServer> {
  const taken: string[] = [];
  const take = async (stream: SMTPServerDataStream): Promise<void> => void taken.push((await buffer(stream)).toString('utf8'));
  const server = new SMTPServer({
    key: readFileSync(join(FIXTURES, 'authority-key.pem')),
    cert: AUTHORITY,
    logger: false,
    disableReverseLookup: true,
    authOptional: password === undefined,
    onAuth: (given, _session, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(Object.assign(new Error('no such user'), { responseCode: 535 })),
    onData: (stream, _session, done) => callbackify(take)(stream, (error) => done(error)),
    ...options,
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onEnd(t, () => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (listener.address() as AddressInfo).port, taken };
}
