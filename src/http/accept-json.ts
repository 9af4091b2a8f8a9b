import type { FastifyInstance } from 'fastify';
import { findShapeProblem } from './json-body.ts';
import { toInvalid } from './problems.ts';

/** JSON is the only language of bodies; text that the framework would take too is refused. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const problem = findShapeProblem(body as Buffer);
    if (problem) return done(toInvalid([problem]));
    return parseJson(request, body.toString('utf8'), done);
  });
}
