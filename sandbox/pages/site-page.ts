import { findLinkingSite } from '../classes/site-classes.ts';
import { htmlReply, type Reply } from '../reply.ts';
import type { World } from '../world/index.ts';
import { renderPage } from './home.ts';
import { linkingSitePage } from './linking-site.ts';
import { oddSites } from './odd-sites.ts';

/** Sites whose host begins so are filled by scripts: what is sent is an empty shell. */
export const SCRIPTED_PREFIX = 'client.';

/**
 * A page of the invented web.
 * @param runsScripts as a browser has it in the end
 */
export function sitePage(world: World, { hostname, path }: { hostname: string; path: string }, runsScripts = false): Reply {
  const odd = oddSites.get(hostname);
  if (odd !== undefined) return odd.answer(path);
  if (path === '/robots.txt')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'User-agent: *\nAllow: /\n' };
  const isScripted = hostname.startsWith(SCRIPTED_PREFIX);
  const host = isScripted ? hostname.slice(SCRIPTED_PREFIX.length) : hostname;
  const site = world.findSite(host);
  const linking = site === undefined ? findLinkingSite(host) : undefined;
  if (site === undefined && linking === undefined) return htmlReply(404, '<h1>404: the invented world has no such site</h1>');
  if (isScripted && !runsScripts) return htmlReply(200, SHELL);
  return linking === undefined ? htmlReply(200, site === undefined ? '' : renderPage(world, site, path)) : linkingSitePage(linking, path);
}

const SHELL = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>App</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/assets/index.4f2a91.js"></script>
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
