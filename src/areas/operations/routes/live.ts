import { listSeenProjects } from '#areas/projects/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { AppError } from '#kernel/errors.ts';

const getSocket = defineEndpoint({
  spec: '6.3',
  area: 'operations',
  method: 'GET',
  path: '/api/admin/pipeline/socket',
  summary: 'Watch workflows, queues and costs over a WebSocket',
  description:
    'The key goes into a header, into `api_key`, or as the subprotocol `api-key.<KEY>`. A plain request is answered 426. Messages: docs/events.md, "The live socket".',
  access: 'admin',
  socket: true,
  responses: {},
  // The engine answers plain requests and makes connections of the others.
  handle: () => Promise.reject(new AppError('upgrade_required', 'Upgrade required')),
});

const getMemberSocket = defineEndpoint({
  spec: '6.3',
  area: 'operations',
  method: 'GET',
  path: '/api/live',
  summary: 'Watch projects over a WebSocket',
  description:
    'For every caller, by key or session cookie. Subscribe to `project:{project_id}` of projects that the caller sees; operators of the whole service may also name the topics of `GET /api/admin/pipeline/socket`. ' +
    'A plain request is answered 426. Messages: docs/events.md, "The live socket".',
  access: 'key',
  socket: listSeenProjects,
  responses: {},
  handle: () => Promise.reject(new AppError('upgrade_required', 'Upgrade required')),
});

export const liveEndpoints: AppEndpoint[] = [getSocket, getMemberSocket];
