/** An account or an app behind an address. */
export interface Profile {
  /** `x`, `linkedin`, `store_a` ... */
  readonly platform: string;
  readonly handle: string;
  /** The address as it is written down: the same for every spelling of the same profile. */
  readonly url: string;
}

/** A place where brands have profiles, as a value. */
interface Platform {
  readonly name: string;
  /** Its hosts; what stands before them (`www.`, `de.`, `m.`) counts as them too. */
  readonly hosts: readonly string[];
  /** What looks like a handle and is one of the platform's own pages, a share link or a post. */
  readonly not?: readonly string[];
  /** Pages of a profile that stand for it; of others only the profile's own address counts. */
  readonly tails?: readonly string[];
  /** What an address looks like, tried in turn: `{}` stands for the handle. */
  readonly forms: readonly (readonly [path: RegExp, url: string])[];
}

const NAME = String.raw`[\w.%-]{1,100}`;
const one = (prefix: string): RegExp => new RegExp(`^${prefix}(${NAME})$`, 'iu');

const SOCIAL: readonly Platform[] = [
  {
    name: 'x',
    hosts: ['x.com', 'twitter.com'],
    not: [
      'about',
      'compose',
      'download',
      'explore',
      'hashtag',
      'home',
      'i',
      'intent',
      'jobs',
      'login',
      'privacy',
      'search',
      'settings',
      'share',
      'signup',
      'tos',
      'widgets',
    ],
    forms: [[/^\/@?(\w{1,50})$/u, 'https://x.com/{}']],
  },
  {
    name: 'linkedin',
    hosts: ['linkedin.com'],
    tails: ['about', 'jobs', 'life', 'people', 'posts', 'mycompany', 'products'],
    forms: [
      [one('/company/'), 'https://www.linkedin.com/company/{}'],
      [one('/school/'), 'https://www.linkedin.com/school/{}'],
      [one('/showcase/'), 'https://www.linkedin.com/showcase/{}'],
      [one('/in/'), 'https://www.linkedin.com/in/{}'],
    ],
  },
  {
    name: 'facebook',
    hosts: ['facebook.com', 'fb.com'],
    not: [
      'ads',
      'business',
      'careers',
      'dialog',
      'events',
      'gaming',
      'groups',
      'hashtag',
      'help',
      'home.php',
      'legal',
      'login',
      'login.php',
      'marketplace',
      'pages',
      'people',
      'permalink.php',
      'photo',
      'photo.php',
      'photos',
      'plugins',
      'policies',
      'policy.php',
      'privacy',
      'profile.php',
      'reel',
      'share',
      'share.php',
      'sharer',
      'sharer.php',
      'story.php',
      'terms.php',
      'tr',
      'v2.0',
      'video.php',
      'watch',
    ],
    tails: ['about', 'posts', 'photos', 'videos'],
    forms: [
      [/^\/profile\.php\?id=(\d{3,30})$/u, 'https://www.facebook.com/profile.php?id={}'],
      [/^\/(?:pages|people)\/[^/]+\/(\d{3,30})$/u, 'https://www.facebook.com/profile.php?id={}'],
      [one('/p/'), 'https://www.facebook.com/p/{}'],
      [one('/'), 'https://www.facebook.com/{}'],
    ],
  },
  {
    name: 'instagram',
    hosts: ['instagram.com'],
    not: ['about', 'accounts', 'developer', 'direct', 'explore', 'legal', 'p', 'reel', 'reels', 'sharer', 'stories', 'tv', 'web'],
    tails: ['reels', 'tagged'],
    forms: [[/^\/([\w.]{1,100})$/u, 'https://www.instagram.com/{}/']],
  },
  {
    name: 'youtube',
    hosts: ['youtube.com'],
    not: [
      'about',
      'account',
      'ads',
      'creators',
      'embed',
      'feed',
      'gaming',
      'hashtag',
      'howyoutubeworks',
      'kids',
      'live',
      'live_chat',
      'playlist',
      'post',
      'premium',
      'redirect',
      'results',
      'shorts',
      't',
      'upload',
      'watch',
    ],
    tails: ['about', 'community', 'featured', 'playlists', 'posts', 'shorts', 'streams', 'videos'],
    forms: [
      [one('/@'), 'https://www.youtube.com/@{}'],
      [/^\/channel\/(UC[\w-]{10,40})$/u, 'https://www.youtube.com/channel/{}'],
      [one('/c/'), 'https://www.youtube.com/c/{}'],
      [one('/user/'), 'https://www.youtube.com/user/{}'],
      [one('/'), 'https://www.youtube.com/{}'],
    ],
  },
  {
    name: 'github',
    hosts: ['github.com'],
    not: [
      'about',
      'apps',
      'codespaces',
      'collections',
      'contact',
      'copilot',
      'customer-stories',
      'enterprise',
      'events',
      'explore',
      'features',
      'join',
      'login',
      'marketplace',
      'new',
      'notifications',
      'pricing',
      'readme',
      'resources',
      'search',
      'security',
      'settings',
      'signup',
      'site',
      'solutions',
      'sponsors',
      'team',
      'topics',
      'trending',
    ],
    forms: [
      [/^\/orgs\/([a-z\d-]{1,100})$/iu, 'https://github.com/{}'],
      [/^\/([a-z\d-]{1,100})$/iu, 'https://github.com/{}'],
    ],
  },
  { name: 'tiktok', hosts: ['tiktok.com'], forms: [[one('/@'), 'https://www.tiktok.com/@{}']] },
  {
    name: 'pinterest',
    hosts: [
      'pinterest.com',
      'pinterest.de',
      'pinterest.fr',
      'pinterest.es',
      'pinterest.it',
      'pinterest.co.uk',
      'pinterest.ca',
      'pinterest.jp',
      'pinterest.com.au',
      'pinterest.at',
      'pinterest.ch',
    ],
    not: ['_', 'about', 'business', 'categories', 'ideas', 'login', 'pin', 'search', 'settings', 'today'],
    forms: [[/^\/(\w{1,100})$/u, 'https://www.pinterest.com/{}/']],
  },
  { name: 'threads', hosts: ['threads.net', 'threads.com'], forms: [[one('/@'), 'https://www.threads.net/@{}']] },
  { name: 'bluesky', hosts: ['bsky.app'], forms: [[one('/profile/'), 'https://bsky.app/profile/{}']] },
  {
    name: 'reddit',
    hosts: ['reddit.com'],
    forms: [
      [one('/r/'), 'https://www.reddit.com/r/{}/'],
      [one('/(?:u|user)/'), 'https://www.reddit.com/user/{}/'],
    ],
  },
  {
    name: 'telegram',
    hosts: ['t.me', 'telegram.me'],
    not: ['addstickers', 'c', 'iv', 'joinchat', 'login', 'proxy', 's', 'share', 'socks'],
    forms: [
      [/^\/s\/(\w{3,64})$/u, 'https://t.me/{}'],
      [/^\/(\w{3,64})$/u, 'https://t.me/{}'],
    ],
  },
  {
    name: 'discord',
    hosts: ['discord.gg', 'discord.com', 'discordapp.com'],
    not: [
      'app',
      'blog',
      'branding',
      'channels',
      'company',
      'developers',
      'download',
      'jobs',
      'login',
      'nitro',
      'oauth2',
      'privacy',
      'register',
      'safety',
      'servers',
      'terms',
    ],
    forms: [
      [/^\/invite\/([\w-]{2,64})$/u, 'https://discord.gg/{}'],
      [/^\/([\w-]{2,64})$/u, 'https://discord.gg/{}'],
    ],
  },
  {
    name: 'whatsapp',
    hosts: ['wa.me', 'whatsapp.com'],
    forms: [
      [/^\/\+?(\d{5,20})$/u, 'https://wa.me/{}'],
      [/^\/send\?phone=(?:%2B)?(\d{5,20})$/iu, 'https://wa.me/{}'],
      [one('/channel/'), 'https://whatsapp.com/channel/{}'],
    ],
  },
  { name: 'medium', hosts: ['medium.com'], forms: [[one('/@'), 'https://medium.com/@{}']] },
  {
    name: 'twitch',
    hosts: ['twitch.tv'],
    not: ['directory', 'downloads', 'jobs', 'p', 'search', 'settings', 'videos'],
    forms: [[/^\/(\w{2,50})$/u, 'https://www.twitch.tv/{}']],
  },
  { name: 'snapchat', hosts: ['snapchat.com'], forms: [[one('/(?:add/|@)'), 'https://www.snapchat.com/add/{}']] },
  { name: 'xing', hosts: ['xing.com'], forms: [[one('/(?:pages|companies)/'), 'https://www.xing.com/pages/{}']] },
  {
    name: 'mastodon',
    hosts: [
      'mastodon.social',
      'mastodon.online',
      'mastodon.world',
      'mastodon.cloud',
      'mstdn.social',
      'mas.to',
      'fosstodon.org',
      'hachyderm.io',
      'infosec.exchange',
      'techhub.social',
      'chaos.social',
    ],
    forms: [[one('/@'), 'https://{host}/@{}']],
  },
];

const APPS: readonly Platform[] = [
  {
    name: 'store_a',
    hosts: ['apps.apple.com', 'itunes.apple.com'],
    forms: [[/^(?:\/[a-z]{2})?\/app(?:\/[^/]+)?\/id(\d{3,20})$/u, 'https://apps.apple.com{path}']],
  },
  {
    name: 'store_b',
    hosts: ['play.google.com'],
    forms: [[/^\/store\/apps\/details\?id=([a-z]\w*(?:\.\w+)+)$/iu, 'https://play.google.com/store/apps/details?id={}']],
  },
];

/** Parameters that are part of an address; whatever else stands behind the question mark says who sent us. */
const IDENTIFYING = ['id', 'phone'];

/** The profile that an address is, on one of the platforms of the list; share links and posts are none. */
export function findProfile(address: string): Profile | undefined {
  return findOn(SOCIAL, address);
}

/** The listing in an app store that an address is. `platform` is `store_a` or `store_b`, `handle` the app's id. */
export function findAppListing(address: string): Profile | undefined {
  return findOn(APPS, address);
}

/**
 * An account anywhere in the fediverse: its addresses look alike on every server, and like those of other
 * services too, so that it takes a `rel="me"` to believe it.
 */
export function findFediverseAccount(address: string): Profile | undefined {
  const url = URL.parse(address);
  const handle = url === null ? undefined : /^\/@(\w[\w.-]{0,99})\/?$/u.exec(url.pathname)?.[1];
  if (url === null || handle === undefined) return undefined;
  return { platform: 'mastodon', handle: `${handle}@${url.hostname}`, url: `https://${url.host}/@${handle}` };
}

function findOn(platforms: readonly Platform[], address: string): Profile | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const platform = platforms.find(({ hosts }) => hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)));
  if (platform === undefined) return undefined;
  const path = toPath(url, platform.tails ?? []);
  const parameters = toParameters(url);
  for (const written of parameters === '' ? [path] : [`${path}?${parameters}`, path]) {
    for (const [form, template] of platform.forms) {
      const handle = form.exec(written)?.[1];
      if (handle === undefined || platform.not?.includes(handle.toLowerCase()) === true) continue;
      const values: Readonly<Record<string, string>> = { '{}': handle, '{host}': url.host, '{path}': path };
      const found = template.replaceAll(/\{(?:host|path)?\}/gu, (name) => values[name] ?? '');
      return { platform: platform.name, handle: template.includes('{host}') ? `${handle}@${url.hostname}` : handle, url: found };
    }
  }
  return undefined;
}

/** The path without a slash at its end and without pages of a profile. */
function toPath(url: URL, tails: readonly string[]): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > 1 && tails.includes(segments.at(-1)?.toLowerCase() ?? '')) segments.pop();
  return `/${segments.join('/')}`;
}

function toParameters({ searchParams }: URL): string {
  const kept = IDENTIFYING.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return kept.join('&');
}
