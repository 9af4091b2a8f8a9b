-- Counts of links by kind are the provider's for the whole profile, in every week. What our classifier says of the links that were
-- read stands beside them, with how many those are. Until now the second took the place of the first as soon as a linking domain was
-- classified: only then `count_social` had a value, so each stored week shows which of the two it holds.
alter table domain_summaries add column classified jsonb;

update domain_summaries set
  classified = jsonb_build_object(
    'news', count_news, 'blogs', count_blogs, 'ecommerce', count_ecommerce, 'forums', count_forums, 'social', count_social,
    'owned', count_owned, 'earned', count_earned, 'paid', count_paid, 'shared', count_shared,
    -- Not recorded then.
    'linksRead', null, 'linksClassified', null, 'domainsRead', null, 'domainsClassified', null),
  -- The provider's answer is kept whole; without it the provider's counts are not known.
  count_news = case when links_platform_types is not null then coalesce((links_platform_types ->> 'news')::bigint, 0) end,
  count_blogs = case when links_platform_types is not null then coalesce((links_platform_types ->> 'blogs')::bigint, 0) end,
  count_ecommerce = case when links_platform_types is not null then coalesce((links_platform_types ->> 'ecommerce')::bigint, 0) end,
  count_forums = case when links_platform_types is not null then coalesce((links_platform_types ->> 'message-boards')::bigint, 0) end,
  count_social = null, count_owned = null, count_earned = null, count_paid = null, count_shared = null
where count_social is not null;
