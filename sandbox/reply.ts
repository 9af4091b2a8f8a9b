import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gunzipSync, gzip } from 'node:zlib';
import type { Envelope } from './provider/envelope.ts';
import { writeEnvelope } from './provider/serp/written.ts';

/** An answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Sent bit by bit, never compressed. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const GZIP_FROM = 1_024;
const BODY_BYTES_MAX = 32 * 1024 * 1024;
const compress = promisify(gzip);

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** The provider's answer. */
export function envelopeReply(status: number, envelope: Envelope, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: writeEnvelope(envelope) };
}

export function htmlReply(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

/** A status and nothing else. */
export function emptyReply(status: number): Reply {
  return { status, headers: {}, body: '' };
}

/** Sends an answer, compressed when that was asked for and is worth it. Everything is marked as the sandbox's. */
export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const wantsGzip = /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '') && reply.body.length >= GZIP_FROM;
  const plain = Buffer.from(reply.body);
  const body = wantsGzip ? await compress(plain, { level: constants.Z_BEST_SPEED }) : plain;
  if (response.destroyed) return;
  if (reply.drip !== undefined) return drip(response, reply, reply.drip);
  response.writeHead(reply.status, {
    ...reply.headers,
    'x-sandbox': '1',
    ...(wantsGzip ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
  });
  response.end(body);
}

/** Ends early when the reader has gone. */
async function drip(
  response: ServerResponse,
  { status, headers, body }: Reply,
  { bytes, everyMs }: NonNullable<Reply['drip']>,
): Promise<void> {
  const all = Buffer.from(body);
  response.writeHead(status, { ...headers, 'x-sandbox': '1', 'content-length': all.length });
  for (let at = 0; at < all.length && !response.destroyed; at += bytes) {
    response.write(all.subarray(at, at + bytes));
    await sleep(everyMs);
  }
  response.end();
}

/** The body as text, unpacked when it is compressed. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('the body is larger than 32 MiB');
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  return (isGzip ? gunzipSync(body, { maxOutputLength: BODY_BYTES_MAX }) : body).toString('utf8');
}
