/** A site where brands have profiles, as a value. */
export interface ProfilePlatform {
  readonly name: string;
  /** Its hosts; what stands before them (`www.`, `de.`, `m.`) counts as them too. */
  readonly hosts: readonly string[];
  /** What looks like a handle and is one of the platform's own pages, a share link or a post. */
  readonly not?: readonly string[];
  /** Sub-pages that count as the profile itself, for example `about`; other sub-pages do not. */
  readonly tails?: readonly string[];
  /** What an address looks like, tried in turn: `{}` is the handle. */
  readonly forms: readonly (readonly [path: RegExp, url: string])[];
}

const NAME = String.raw`[\w.%-]{1,100}`;
const words = (text: string): readonly string[] => text.split(' ');
/** A path of one name behind a prefix. */
const one = (prefix: string): RegExp => new RegExp(`^${prefix}(${NAME})$`, 'iu');

export const SOCIAL: readonly ProfilePlatform[] = [
  {
    name: 'x',
    hosts: ['x.com', 'twitter.com'],
    not: words('about compose download explore hashtag home i intent jobs login privacy search settings share signup tos widgets'),
    forms: [[/^\/@?(\w{1,50})$/u, 'https://x.com/{}']],
  },
  {
    name: 'linkedin',
    hosts: ['linkedin.com'],
    tails: words('about jobs life people posts mycompany products'),
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
    not: words(
      'ads business careers dialog events gaming groups hashtag help home.php legal login login.php marketplace pages people permalink.php photo photo.php photos plugins policies policy.php privacy profile.php reel share share.php sharer sharer.php story.php terms.php tr v2.0 video.php watch',
    ),
    tails: words('about posts photos videos'),
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
    not: words('about accounts developer direct explore legal p reel reels sharer stories tv web'),
    tails: words('reels tagged'),
    forms: [[/^\/([\w.]{1,100})$/u, 'https://www.instagram.com/{}/']],
  },
  {
    name: 'youtube',
    hosts: ['youtube.com'],
    not: words(
      'about account ads creators embed feed gaming hashtag howyoutubeworks kids live live_chat playlist post premium redirect results shorts t upload watch',
    ),
    tails: words('about community featured playlists posts shorts streams videos'),
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
    not: words(
      'about apps codespaces collections contact copilot customer-stories enterprise events explore features join login marketplace new notifications pricing readme resources search security settings signup site solutions sponsors team topics trending',
    ),
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
    not: words('_ about business categories ideas login pin search settings today'),
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
    not: words('addstickers c iv joinchat login proxy s share socks'),
    forms: [
      [/^\/s\/(\w{3,64})$/u, 'https://t.me/{}'],
      [/^\/(\w{3,64})$/u, 'https://t.me/{}'],
    ],
  },
  {
    name: 'discord',
    hosts: ['discord.gg', 'discord.com', 'discordapp.com'],
    not: words('app blog branding channels company developers download jobs login nitro oauth2 privacy register safety servers terms'),
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
    not: words('directory downloads jobs p search settings videos'),
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

export const APPS: readonly ProfilePlatform[] = [
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
