import { jsonReply, type Reply } from '../reply.ts';
import { answerLegacyFeed, answerMarketingFeed } from './feeds.ts';
import { answerImage } from './images.ts';
import { answerLookup, answerSearch } from './lookup.ts';
import { answerPlay } from './play.ts';
import { ROBOTS } from './robots.ts';
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
