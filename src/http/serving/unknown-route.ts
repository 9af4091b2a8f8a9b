import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { CONSOLE_PATH } from './console-routes.ts';
import { DOCS_PATH } from '../openapi/documentation.ts';
import type { Endpoint } from '../endpoint.ts';

type Route = Pick<Endpoint<never>, 'method' | 'path'>;

interface KnownPath {
  readonly path: string;
  readonly pattern: RegExp;
  readonly method: string;
}

/**
 * What is said to requests that no route takes: 404 for an unknown path; for a known one 405 with
 * `Allow`, or an empty 204 to OPTIONS. A browser at the address of the service is led to
 * the console, or to the documentation where there is none.
 */
export function makeAnswerUnknown(endpoints: readonly Route[], hasConsole: boolean) {
  const known = endpoints.map(({ method, path }): KnownPath => ({ method, path, pattern: toPattern(path) }));
  const docs = endpoints.some(({ path }) => path === DOCS_PATH) ? DOCS_PATH : undefined;
  const home = hasConsole ? CONSOLE_PATH : docs;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (request.method === 'CONNECT')
      throw methodNotAllowed('This service is no proxy.', ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
    const path = request.url.split('?', 1)[0] ?? '';
    if (home !== undefined && path === '/' && isBrowser(request)) return reply.redirect(home);
    const matching = known.filter(({ pattern }) => pattern.test(path));
    // A path that is written out is itself, and not a value of another one's parameter.
    const own = matching.filter((one) => !one.path.includes('{'));
    const methods = new Set((own.length > 0 ? own : matching).map(({ method }) => method));
    if (methods.size === 0)
      throw new AppError('not_found', 'Not found', {
        message: `There is no endpoint at ${path.slice(0, 200)}.`,
        hint: 'GET /openapi.json lists every endpoint.',
      });
    if (methods.has('GET')) methods.add('HEAD');
    const allowed = [...methods, 'OPTIONS'];
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send();
    throw methodNotAllowed(`This path takes ${allowed.join(', ')}.`, allowed);
  };
}

function isBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
}

function methodNotAllowed(message: string, allowed: readonly string[]): AppError {
  return new AppError('method_not_allowed', 'Method not allowed', { message, details: allowed });
}

/** A slash at the end changes nothing, as it does for the router. */
function toPattern(path: string): RegExp {
  const source = path
    .split(/(\{\w+\})/u)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')))
    .join('');
  return new RegExp(`^${source}/?$`, 'u');
}

/**
 * Methods of written-out paths that only a path with a parameter would take: `GET /tasks/create` is no
 * `GET /tasks/{id}`.
 */
export function listShadowed(endpoints: readonly Route[]): Route[] {
  const open = endpoints.filter(({ path }) => path.includes('{')).map(({ method, path }) => ({ method, pattern: toPattern(path) }));
  const written = endpoints.filter(({ path }) => !path.includes('{'));
  const served = new Set(written.map(({ method, path }) => `${method} ${path}`));
  return [...new Set(written.map(({ path }) => path))].flatMap((path) => {
    const methods = new Set(open.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    return [...methods].filter((method) => !served.has(`${method} ${path}`)).map((method) => ({ method, path }));
  });
}
