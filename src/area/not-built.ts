import { defineEndpoint, type AppEndpoint } from '#context';
import { AppError } from '#kernel/errors.ts';

/** Paths of the specification that this version does not serve, by what they wait for. */
export interface NotBuilt {
  /** What is not there, as the beginning of a sentence. */
  readonly what: string;
  /** Section of the specification. */
  readonly spec: string;
  /** Method and path, as the specification writes them. */
  readonly places: readonly string[];
}

/** Served as 501 to all who could call them once they are there, and left out of the OpenAPI document. */
export function toNotBuiltEndpoints({ what, spec, places }: NotBuilt): AppEndpoint[] {
  return places.map((place) => {
    const [method, path = ''] = place.split(' ') as [AppEndpoint['method'], string?];
    return defineEndpoint({
      method,
      path,
      spec,
      area: 'operations',
      summary: `${what}: not in this version`,
      access: toAccess(path),
      responses: {},
      // An answer that a later version would give otherwise is not kept.
      idempotent: false,
      audited: false,
      handle: () => Promise.reject(notBuilt(what)),
    });
  });
}

function notBuilt(what: string): AppError {
  return new AppError('not_implemented', 'not implemented', {
    message: `${what} is not in this version.`,
    hint: 'GET /openapi.json lists what this version does.',
  });
}

/** Specification 5: tokens for what web clients save, the admin scope for what administrators do. */
function toAccess(path: string): AppEndpoint['access'] {
  if (path.startsWith('/webhooks/')) return 'open';
  if (/^\/(?:keywords\/bulk_save|generate-taxonomy|taxonomy\/)/u.test(path)) return 'jwt';
  return /^\/(?:api\/)?admin\//u.test(path) ? 'admin' : 'key';
}
