/** What each host of the stores asks crawlers to leave alone. */
export const ROBOTS: Readonly<Record<string, string>> = {
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
