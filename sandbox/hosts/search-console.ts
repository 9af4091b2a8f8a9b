import { jsonReply, type Reply } from '../reply.ts';
import { answerConsole } from '../search-console/answer.ts';
import { refuse } from '../search-console/call.ts';
import type { OutsideHost, OutsideRequest, OutsideTools } from './host.ts';

const PLACE = '/search-console';

/** Search Console and its sign-in, below `/search-console`, under every host that is no site of the world. */
export const searchConsole: OutsideHost = {
  name: 'search console',
  loggedAs: 'search-console.sandbox',
  matches: (_world, { path }) => path.startsWith(`${PLACE}/`),
  answer,
  answerEmpty: () => jsonReply(200, {}),
  refuse: (_tools, status) =>
    status === 500 ? refuse(500, 'backendError', 'Backend Error') : refuse(429, 'rateLimitExceeded', 'Rate Limit Exceeded'),
};

function answer({ world, clock, searchConsole: { table, facts } }: OutsideTools, request: OutsideRequest): Reply {
  const { method, path, query, authorization, body } = request;
  const call = { world, facts, table, now: clock.now(), realNow: clock.realNow(), query, authorization, body };
  return answerConsole(call, method, path.slice(PLACE.length));
}
