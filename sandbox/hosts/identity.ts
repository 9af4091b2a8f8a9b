import { IDENTITY_ROUTES } from '../identity/answer.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { OutsideHost, OutsideRequest, OutsideTools } from './host.ts';
import { isPublicName } from './public-name.ts';

const PLACE = /^\/identity\/([\w-]{1,60})(\/.*)$/u;

/** Identity providers (OpenID Connect), one for each name below `/identity/`, under every host that is no site of the world. */
export const identity: OutsideHost = {
  name: 'identity provider',
  loggedAs: 'identity.sandbox',
  matches: (_world, { path }) => PLACE.test(path),
  answer,
  answerEmpty: () => jsonReply(200, {}),
  refuse: (_tools, status) =>
    status === 500 ? jsonReply(500, { error: 'server_error' }) : jsonReply(429, { error: 'slow_down' }, { 'retry-after': '1' }),
};

function answer({ identities, clock }: OutsideTools, request: OutsideRequest): Reply {
  const { method, path, host, hostname, query, authorization, body } = request;
  const [, name = '', operation = ''] = PLACE.exec(path) ?? [];
  const route = IDENTITY_ROUTES[`${method} ${operation}`];
  if (route === undefined) return jsonReply(404, { error: 'not_found' });
  // Hosts with names of their own are asked for by https, though no certificate is shown here.
  const issuer = `${isPublicName(hostname) ? 'https' : 'http'}://${host}/identity/${name}`;
  return route({ tenant: identities.findTenant(name), issuer, now: clock.realNow(), query, authorization, body });
}
