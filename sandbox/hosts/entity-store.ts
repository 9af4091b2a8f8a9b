import { jsonReply, type Reply } from '../reply.ts';
import type { OutsideHost, OutsideRequest, OutsideTools } from './host.ts';
import { isPublicName } from './public-name.ts';

/** Without the id of an app in the address, the store does not know whose token it is given. */
const PLACE = /^\/entity-store(?:\/apps\/([\w-]+))?\/(.+)$/u;

/** The deprecated entity store, under every address that is no site. */
export const entityStore: OutsideHost = {
  name: 'entity store',
  loggedAs: 'entity-store.sandbox',
  matches: (_world, { hostname, path }) => !isPublicName(hostname) && path.startsWith('/entity-store/'),
  answer,
  answerEmpty: () => jsonReply(200, {}),
  refuse: (_tools, status) =>
    status === 500 ? jsonReply(500, { error: 'internal error' }) : jsonReply(429, { error: 'too many requests' }, { 'retry-after': '1' }),
};

function answer({ entities }: OutsideTools, { method, path, authorization, body }: OutsideRequest): Reply {
  const [, appId, operation = ''] = PLACE.exec(path) ?? [];
  const [, token = ''] = /^Bearer (\S+)$/u.exec(authorization ?? '') ?? [];
  if (appId === undefined || !entities.isToken(token)) return jsonReply(401, { error: 'Unauthorized' });
  if (method !== 'POST') return jsonReply(405, { error: 'POST only' }, { allow: 'POST' });
  const results = entities.take(operation, body);
  if (results === undefined) return jsonReply(404, { error: 'no such operation' });
  return typeof results === 'string' ? jsonReply(400, { error: results }) : jsonReply(200, { results });
}
