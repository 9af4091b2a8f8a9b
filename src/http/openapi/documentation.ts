import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { buildOpenApi, type Described } from './document.ts';

export const DOCS_PATH = '/docs';
const SCRIPT_PATH = '/docs/scalar.js';

/** Switches off every part of the page that would load from other hosts, fonts included. */
const OFFLINE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const;

interface Page {
  readonly html: string;
  readonly script: string;
}

/** The endpoints of the areas and those that describe them, as they are served and documented. */
export function listAllEndpoints<Context>(
  endpoints: readonly Endpoint<Context>[],
  about: Omit<Described, 'endpoints'>,
): readonly Endpoint<Context>[] {
  return [...endpoints, ...makeDocumentationEndpoints(endpoints, about)];
}

/**
 * The endpoints that describe all others: the OpenAPI document, the page that shows it, and that
 * page's script. Nothing is loaded from outside, and the content policy says so to the browser.
 */
function makeDocumentationEndpoints(endpoints: readonly Endpoint<never>[], about: Omit<Described, 'endpoints'>): Endpoint[] {
  const all: Endpoint<never>[] = [...endpoints];
  let document: string | undefined;
  let page: Promise<Page> | undefined;
  const loadPage = (): Promise<Page> => (page ??= buildPage());
  const shared = { method: 'GET', spec: '9', area: 'documentation', access: 'open' } as const;
  const cached = { 'cache-control': 'public, max-age=3600' };

  const own: Endpoint[] = [
    {
      ...shared,
      path: '/openapi.json',
      summary: 'The OpenAPI 3.1 document of this service',
      contentType: 'application/json; charset=utf-8',
      responses: { 200: z.looseObject({ openapi: z.string() }) },
      handle: () => {
        document ??= JSON.stringify(buildOpenApi({ ...about, endpoints: all }));
        return Promise.resolve({ status: 200, body: document });
      },
    },
    {
      ...shared,
      path: DOCS_PATH,
      summary: 'The documentation as a page',
      contentType: 'text/html; charset=utf-8',
      responses: { 200: z.string() },
      contentPolicy: toPolicy,
      handle: async () => ({ status: 200, body: (await loadPage()).html }),
    },
    {
      ...shared,
      path: SCRIPT_PATH,
      summary: 'The script of the documentation page',
      contentType: 'text/javascript; charset=utf-8',
      isPacked: true,
      responses: { 200: z.string() },
      handle: async () => ({ status: 200, body: (await loadPage()).script, headers: cached }),
    },
  ];
  all.push(...own);
  return own;
}

/**
 * The page as its plugin renders it. The plugin (four megabytes) is loaded at the first visit, on a
 * listener of its own that never listens.
 */
async function buildPage(): Promise<Page> {
  const [{ default: scalar }, { default: Fastify }] = await Promise.all([import('@scalar/fastify-api-reference'), import('fastify')]);
  const renderer = Fastify();
  await renderer.register(scalar, {
    routePrefix: '/page',
    configuration: { url: '/openapi.json', pageTitle: 'Sightline API', cdn: SCRIPT_PATH, ...OFFLINE },
  });
  const [page, script] = await Promise.all([renderer.inject('/page/'), renderer.inject('/page/js/scalar.js')]);
  await renderer.close();
  return { html: page.body, script: script.body };
}

/** Only our own script and the page's own inline scripts run; nothing is asked of another origin. */
function toPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map(([, code = '']) => code);
  const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
