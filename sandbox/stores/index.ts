import { jsonReply, type Reply } from '../reply.ts';
import { answerLegacyFeed, answerMarketingFeed } from './feeds.ts';
import { answerImage } from './images.ts';
import { answerLookup, answerSearch } from './lookup.ts';
import { answerPlay } from './play.ts';
import type { StoreCall } from './store-call.ts';
import { answerWeb } from './web.ts';

/** The hosts of both stores, and what answers there. */
const STORE_HOSTS: Readonly<Record<string, (call: StoreCall) => Reply>> = {
  'itunes.apple.com': answerItunes,
  'apps.apple.com': answerWeb,
  'rss.marketingtools.apple.com': answerMarketingFeed,
  'rss.applemarketingtools.com': answerMarketingFeed,
  'play.google.com': answerPlay,
  'is1-ssl.mzstatic.com': ({ path }) => answerImage(path),
  'play-lh.googleusercontent.com': ({ path }) => answerImage(path),
};

export function isStoreHost(hostname: string): boolean {
  return Object.hasOwn(STORE_HOSTS, hostname);
}

export function answerStore(hostname: string, call: StoreCall): Reply {
  if (call.path === '/robots.txt')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: ROBOTS[hostname] ?? '' };
  return STORE_HOSTS[hostname]?.(call) ?? jsonReply(404, { error: 'Not Found' });
}

function answerItunes(call: StoreCall): Reply {
  if (call.path === '/lookup') return answerLookup(call);
  if (call.path === '/search') return answerSearch(call);
  return answerLegacyFeed(call) ?? jsonReply(404, { error: 'Not Found' });
}

/** What each host of the stores asks crawlers to leave alone. */
const ROBOTS: Readonly<Record<string, string>> = {
  'itunes.apple.com': lines(
    'Disallow: /WebObjects/*',
    'Allow: /WebObjects/MZStore.woa/wa/viewMultiRoom*',
    'Disallow: /search*',
    'Disallow: /*/rss/*',
    'Disallow: /*/lookup?',
  ),
  'apps.apple.com': lines(
    'Disallow: /WebObjects/*',
    'Disallow: /api/*',
    'Disallow: /includes/*',
    'Disallow: /v1/*',
    'Disallow: /*/search?*',
  ),
  'rss.marketingtools.apple.com': lines('Allow: /'),
  'rss.applemarketingtools.com': lines('Allow: /'),
  'play.google.com': lines(
    'Disallow: /_',
    'Disallow: /store/getreviews',
    'Disallow: /store/xhr',
    'Disallow: /store/people/details',
    'Disallow: /store/apps/collection/p3_details_*',
    'Allow: /store/apps/details',
  ),
  'is1-ssl.mzstatic.com': lines('Allow: /'),
  'play-lh.googleusercontent.com': lines('Allow: /'),
};

function lines(...rules: readonly string[]): string {
  return ['User-agent: *', ...rules, ''].join('\n');
}
