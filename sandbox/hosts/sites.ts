import { findLinkingSite } from '../classes/site-classes.ts';
import { oddSites } from '../pages/odd-sites.ts';
import { sitePage } from '../pages/site-page.ts';
import { htmlReply, type Reply } from '../reply.ts';
import type { World } from '../world/index.ts';
import type { OutsideHost, OutsideRequest } from './host.ts';
import { isPublicName } from './public-name.ts';

/** How hosts that are not the provider fail. */
export const PAGE_FAILURES: Pick<OutsideHost, 'refuse' | 'answerEmpty'> = {
  refuse: (_tools, status) =>
    status === 500
      ? htmlReply(500, '<h1>500 Internal Server Error</h1>')
      : htmlReply(429, '<h1>429 Too Many Requests</h1>', { 'retry-after': '1' }),
  answerEmpty: () => htmlReply(200, ''),
};

/** Sites of the world, under any path. */
export const worldSites: OutsideHost = {
  name: 'world sites',
  matches: (world, { hostname, path }) => world.findSite(hostname) !== undefined || path === '/_redirect',
  answer: ({ world }, request, { hasOtherLayout = false }) => {
    const page = answerSite(world, request);
    return hasOtherLayout ? scrambleTags(page) : page;
  },
  ...PAGE_FAILURES,
};

/** Every other public name is a site too, unless the path is one of the provider. */
export const otherSites: OutsideHost = {
  ...worldSites,
  name: 'other sites',
  matches: (_world, { hostname, path }) => isPublicName(hostname) && !path.startsWith('/v3/'),
  isDead: ({ hostname }) => findLinkingSite(hostname)?.class.propertyType === 'dead',
};

function answerSite(world: World, request: OutsideRequest): Reply {
  if (request.path === '/_redirect') return redirect(request.query['to']);
  if (!oddSites.has(request.hostname) && request.method !== 'GET' && request.method !== 'HEAD')
    return htmlReply(405, '<h1>405 Method Not Allowed</h1>', { allow: 'GET, HEAD' });
  return sitePage(world, request);
}

/** Redirects to any address. Control characters are removed, because a header cannot hold them. */
function redirect(to: string | undefined): Reply {
  // eslint-disable-next-line no-control-regex
  if (to === undefined || to === '' || /[\u0000-\u001f\u007f]/u.test(to)) return htmlReply(400, '<h1>to: an address is needed</h1>');
  return htmlReply(302, '', { location: to.replaceAll(/[^\u0021-\u007e]/gu, encodeURIComponent) });
}

function scrambleTags(reply: Reply): Reply {
  return {
    ...reply,
    body: reply.body
      .toString()
      .replaceAll(/<(\/?)(main|h1|h2|p|ul|li)>/gu, (_tag, slash: string, name: string) =>
        slash === '' ? `<div class="x-${name.length}7">` : '</div>',
      ),
  };
}
