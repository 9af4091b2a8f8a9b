import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { Endpoint } from '../endpoint.ts';

/** A browser that has once come by https keeps to it for this host. Its other hosts are for the proxy to speak of. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: false, preload: false } as const;

const OPTIONS = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  frameguard: { action: 'deny' },
  // Which origins may read answers is for CORS to say.
  crossOriginResourcePolicy: false,
  // For browsers and plugins that are long gone.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  originAgentCluster: false,
} as const;

/** Belong to the one answer, not to every one. */
const OF_THE_ANSWER: ReadonlySet<string> = new Set(['content-length', 'content-type', 'date', 'connection']);

/**
 * The protecting headers of every answer. They never change, so helmet is asked for them once and
 * not at every request, where it would cost more than everything else that we do to one.
 * @param publicUrl https: browsers keep to it
 */
export async function readSecurityHeaders(publicUrl: string | undefined): Promise<Readonly<Record<string, string>>> {
  const probe = Fastify();
  const isSecure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  await probe.register(helmet, { ...OPTIONS, strictTransportSecurity: isSecure ? HSTS : false });
  probe.get('/', async () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OF_THE_ANSWER.has(name) ? [] : [[name, String(value)]])));
}

/** The header of a page that has a content policy of its own, in place of the one of every answer. */
export function toPolicyHeader({ contentPolicy }: Endpoint<never>, page: unknown): Readonly<Record<string, string>> {
  return contentPolicy === undefined ? {} : { 'content-security-policy': contentPolicy(page as string) };
}
