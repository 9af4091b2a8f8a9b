import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly method: string;
}

/**
 * What is said to requests that no route takes: 404 for an unknown path; for a known one 405 with
 * `Allow`, or an empty 204 to OPTIONS.
 */
export function makeAnswerUnknown(endpoints: readonly Pick<Endpoint<never>, 'method' | 'path'>[]) {
  const known = endpoints.map(({ method, path }): KnownPath => ({ method, pattern: toPattern(path) }));
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.size === 0)
      throw new AppError('not_found', 'Not found', {
        message: `There is no endpoint at ${path.slice(0, 200)}.`,
        hint: 'GET /openapi.json lists every endpoint.',
      });
    if (methods.has('GET')) methods.add('HEAD');
    const allowed = [...methods, 'OPTIONS'];
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send();
    throw new AppError('method_not_allowed', 'Method not allowed', { message: `This path takes ${allowed.join(', ')}.`, details: allowed });
  };
}

/** A slash at the end changes nothing, as it does for the router. */
function toPattern(path: string): RegExp {
  const source = path
    .split(/(\{\w+\})/u)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')))
    .join('');
  return new RegExp(`^${source}/?$`, 'u');
}
