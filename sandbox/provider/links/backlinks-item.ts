import { isLive } from '../../links/index.ts';
import type { Link } from '../../links/link.ts';
import { mix } from '../../hashing.ts';
import { dayToTime, toRank } from './link-sums.ts';

/** What came within so many days is new. */
const NEW_DAYS = 30;

/** One link as the vendor writes it. */
export function toBacklink(link: Link, day: number, scale: unknown): Record<string, unknown> {
  const { referral, urlFrom, urlTo, hash } = link;
  const { referrer, lostDay } = referral;
  const live = isLive(referral, day);
  const lastDay = live ? day : (lostDay ?? day) - 1;
  const hostTo = new URL(urlTo).hostname;
  return {
    type: 'backlink',
    domain_from: referrer.domain,
    url_from: urlFrom,
    url_from_https: true,
    domain_to: hostTo.replace(/^www\./u, ''),
    url_to: urlTo,
    url_to_https: true,
    tld_from: referrer.tld,
    is_new: live && link.firstDay > day - NEW_DAYS,
    is_lost: !live,
    backlink_spam_score: referrer.spamScore,
    rank: toRank(link.rank, scale),
    page_from_rank: toRank(link.rank, scale),
    domain_from_rank: toRank(referrer.rank, scale),
    domain_from_platform_type: referrer.platformTypes,
    domain_from_is_ip: false,
    domain_from_ip: referrer.ip,
    domain_from_country: referrer.country === '' ? null : referrer.country,
    page_from_external_links: 3 + (mix(hash, 13) % 60),
    page_from_internal_links: 10 + (mix(hash, 15) % 120),
    page_from_size: 8_000 + (mix(hash, 17) % 180_000),
    page_from_encoding: 'utf-8',
    page_from_language: referrer.country === 'DE' ? 'de' : 'en',
    page_from_title: link.pageTitle,
    page_from_status_code: 200,
    first_seen: dayToTime(link.firstDay),
    prev_seen: dayToTime(Math.max(link.firstDay, lastDay - 14)),
    last_seen: dayToTime(lastDay),
    item_type: link.itemType,
    attributes: link.attributes.length === 0 ? null : link.attributes,
    dofollow: link.isFollowed,
    original: mix(hash, 19) % 3 === 0,
    alt: link.itemType === 'image' ? 'logo' : null,
    image_url: link.itemType === 'image' ? `https://${hostTo}/logo.png` : null,
    anchor: link.anchor,
    text_pre: link.anchor === null ? null : 'See also ',
    text_post: link.anchor === null ? null : ' for more.',
    semantic_location: link.semanticLocation,
    links_count: 1,
    group_count: 0,
    is_broken: link.isBroken,
    url_to_status_code: link.isBroken ? 404 : 200,
    url_to_spam_score: 0,
    url_to_redirect_target: null,
    ranked_keywords_info: {
      page_from_keywords_count_top_3: 0,
      page_from_keywords_count_top_10: 0,
      page_from_keywords_count_top_100: mix(hash, 21) % 4,
    },
    is_indirect_link: false,
    indirect_link_path: null,
  };
}
