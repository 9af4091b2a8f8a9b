import { defineEndpoint, type AppEndpoint } from '#context';
import { AppError } from '#kernel/errors.ts';

/** The entity store may announce changes here (docs/research.md, "The mirror"); they are not taken, because the service has its own. */
export const entityStoreEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/webhooks/entity-store',
    spec: '4.13',
    area: 'research',
    summary: 'Not implemented: changes of the entity store are not taken',
    description:
      'The store is a copy that this service writes and never reads, so there is nothing to learn from it. Every call is answered 501.',
    access: 'open',
    responses: {},
    failures: ['not_implemented'],
    idempotent: false,
    handle: () =>
      Promise.reject(
        new AppError('not_implemented', 'not implemented', {
          message: 'Changes of the entity store are not taken.',
          hint: 'The service is the system of record; the entity store is a copy of it.',
        }),
      ),
  }),
];
