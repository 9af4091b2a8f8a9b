import type { Server } from '#http/server.ts';
import { endCrawlsOf } from './end-crawls.ts';
import { findErrorFaults, findHeaderFaults } from './openapi-walk-checks.ts';
import { plainRequests, type WalkRequest } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Ids, type Sender, type WalkReply } from './openapi-walk-send.ts';
import type { WalkOperation } from './openapi-walk.ts';

/** How an operation answered, in a line. */
export interface Verdict {
  readonly name: string;
  readonly got: string;
}

/** The status and, of an error, its short text; behind them whatever is wrong with the form of the answer. */
export function summarize(reply: WalkReply): string {
  const faults = [...findHeaderFaults(reply), ...(reply.status >= 400 ? findErrorFaults(reply) : [])];
  const error = reply.status >= 400 ? ` ${(JSON.parse(reply.text) as { error: string }).error}` : '';
  return [`${reply.status}${error}`, ...faults].join('; ');
}

export interface Asking {
  readonly server: Server;
  readonly sender: Sender;
  readonly ids?: Ids;
  /** Which of the plainest requests of an operation are sent; all unless given. */
  readonly isAsked?: (request: WalkRequest) => boolean;
}

/** Sends the plainest requests of every operation and reports how each was answered. */
export async function askAll(
  operations: readonly WalkOperation[],
  { server, sender, ids = {}, isAsked = () => true }: Asking,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const operation of operations) {
    for (const request of plainRequests(operation).filter(isAsked)) {
      const reply = await sendRequest(server, operation, writeRequest(operation, request, ids), sender);
      verdicts.push({ name: operation.name, got: summarize(reply) });
    }
    await endCrawlsOf(server, operation);
  }
  return verdicts;
}

/** One verdict for each operation, as it should be, to compare with. */
export function expectAll(verdicts: readonly Verdict[], got: string | ((name: string) => string)): Verdict[] {
  return verdicts.map(({ name }) => ({ name, got: typeof got === 'string' ? got : got(name) }));
}

/** Many requests of one key at once. */
export async function burst(server: Server, key: string, count: number) {
  const sent = { url: '/api/projects?organization_id=org_ours', headers: {}, bytes: undefined };
  return await Promise.all(
    Array.from({ length: count }, () => sendRequest(server, { method: 'GET' }, sent, { headers: { 'x-api-key': key } })),
  );
}

/** What is open and answers so here: nothing that is there is asked for. */
export const OPEN_WITHOUT_ANSWER: Readonly<Record<string, string>> = {
  'GET /api/public/app-icons/{icon}': '404 Icon not found',
  'GET /api/public/exports/{token}': '404 Link not found',
  'GET /api/public/feeds/{token}': '404 Feed not found',
  'GET /api/public/mail/{token}': '404 Link not found',
  'GET /api/public/shares/{token}': '404 Share not found',
  'GET /api/public/shares/{token}/csv': '404 Share not found',
  'GET /api/public/shares/{token}/data': '404 Share not found',
  'POST /api/public/mail/{token}': '404 Link not found',
  'POST /api/public/shares/{token}/unlock': '404 Share not found',
  'POST /webhooks/entity-store': '501 not implemented',
};
const RESOURCE = '/.well-known/oauth-protected-resource';
/** Operations that anyone may call, and that answer without anything being there. */
export const OPEN = [
  RESOURCE,
  `${RESOURCE}/mcp`,
  '/docs',
  '/docs/scalar.js',
  '/docs/{document}',
  '/health',
  '/llms-full.txt',
  '/llms.txt',
  '/openapi.json',
].map((path) => `GET ${path}`);
