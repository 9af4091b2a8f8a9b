import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleFile, WebConsole } from '../../console/index.ts';

export const CONSOLE_PATH = '/console/';

const NONCE_BYTES = 16;
/** Names of files below it hold a hash of their content. */
const HASHED = 'assets/';
const A_YEAR = 'public, max-age=31536000, immutable';

/** Whose frames may show a page; `undefined` for a token that leads nowhere. */
export type FindFrameHosts = (token: string) => Promise<readonly string[] | undefined>;

export interface ConsoleParts {
  readonly pages: WebConsole;
  /** Asked for `/share/{token}`; its page is shown in no frame unless hosts are given. */
  readonly findFrameHosts?: FindFrameHosts | undefined;
}

/**
 * Serves the web console below `/console/` and shared pages at `/share/{token}`. Every path that is no
 * built file gets the page, which finds out which screen it is, or says that there is none. A page may run scripts and ask endpoints of
 * this service only.
 */
export function installConsole(app: FastifyInstance, { pages, findFrameHosts }: ConsoleParts): void {
  // The router takes a slash at the end for nothing, so the wildcard alone would miss the first screen.
  app.get(CONSOLE_PATH, (_request, reply) => sendPage(reply, (nonce) => pages.getPage('index.html', nonce), []));
  app.get(`${CONSOLE_PATH}*`, async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const file = path.endsWith('.html') ? undefined : await pages.findFile(path);
    if (file) return sendFile(request, reply, { file, isHashed: path.startsWith(HASHED) });
    if (path.startsWith(HASHED)) return reply.callNotFound();
    if (!pages.isScreen(path)) reply.code(404);
    return await sendPage(reply, (nonce) => pages.getPage('index.html', nonce), []);
  });
  app.get('/share/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const hosts = await findFrameHosts?.(token);
    // The page says it to people.
    if (hosts === undefined) reply.code(404);
    return await sendShare(reply, pages, hosts ?? []);
  });
}

async function sendShare(reply: FastifyReply, pages: WebConsole, hosts: readonly string[]): Promise<FastifyReply> {
  if (hosts.length > 0) reply.removeHeader('x-frame-options');
  return await sendPage(reply, (nonce) => pages.getPage('share.html', nonce), hosts);
}

async function sendPage(reply: FastifyReply, getPage: (nonce: string) => Promise<string>, hosts: readonly string[]): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  reply.header('content-security-policy', toPolicy(nonce, hosts)).type('text/html; charset=utf-8');
  return reply.send(await getPage(nonce));
}

function toPolicy(nonce: string, frameHosts: readonly string[]): string {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': frameHosts.length === 0 ? "'none'" : frameHosts.join(' '),
  };
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { file, isHashed }: { readonly file: ConsoleFile; readonly isHashed: boolean },
): FastifyReply {
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  reply.header('vary', 'accept-encoding').header('cache-control', isHashed ? A_YEAR : 'no-cache');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoding ? file[encoding] : file.plain);
}
