import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const packAsync = promisify(gzip);
/** `gzip`, or anything, unless it is refused by `q=0`. */
const TAKES_GZIP = /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/u;

/** Sends one body that never changes packed to clients that take it; packed once, for the first of them. */
export function makePack() {
  let packed: Promise<Buffer> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof body !== 'string') return body;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    if (typeof accepted !== 'string' || !TAKES_GZIP.test(accepted)) return body;
    reply.header('content-encoding', 'gzip');
    return await (packed ??= packAsync(body));
  };
}
