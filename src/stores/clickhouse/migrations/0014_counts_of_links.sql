-- Counts of links by kind are the provider's; what our classifier says of the links that were read stands beside them. Weeks that hold
-- the second in place of the first (only those have `count_social`) are written once more, from the map that the provider gave:
-- of two rows for a week the newest holds.

ALTER TABLE backlink_snapshots {on_cluster}
    ADD COLUMN IF NOT EXISTS classified Map(LowCardinality(String), UInt64);

INSERT INTO backlink_snapshots
    (domain, year_week, as_of, source, rank, backlinks, backlinks_nofollow, referring_domains, referring_main_domains, spam_score,
     count_news, count_blogs, count_ecommerce, count_forums, links_platform_types, cost_usd, captured_at, classified)
SELECT domain, year_week, as_of, source, rank, backlinks, backlinks_nofollow, referring_domains, referring_main_domains, spam_score,
    if(empty(links_platform_types), NULL, links_platform_types['news']),
    if(empty(links_platform_types), NULL, links_platform_types['blogs']),
    if(empty(links_platform_types), NULL, links_platform_types['ecommerce']),
    if(empty(links_platform_types), NULL, links_platform_types['message-boards']),
    links_platform_types, cost_usd, addMilliseconds(captured_at, 1),
    map('news', ifNull(count_news, 0), 'blogs', ifNull(count_blogs, 0), 'ecommerce', ifNull(count_ecommerce, 0),
        'forums', ifNull(count_forums, 0), 'social', ifNull(count_social, 0), 'owned', ifNull(count_owned, 0),
        'earned', ifNull(count_earned, 0), 'paid', ifNull(count_paid, 0), 'shared', ifNull(count_shared, 0))
FROM backlink_snapshots FINAL
WHERE count_social IS NOT NULL;
