/** A label of each dimension: fields that say the same of an entity must not contradict each other. */
const LABELS: Readonly<Record<string, string>> = {
  tier1_type: 'information',
  domain_type: 'news',
  pipeline_domain_type: 'news_publisher',
  property_type: 'news_publisher',
  channel: 'news_media',
  subchannel: 'news_publisher',
  channel_bucket: 'pr',
  media_type: 'earned',
  domain_tech_type: 'shop_system',
  page_bucket: 'editorial',
  page_type: 'article',
  content_type: 'text',
  tactic_type: 'pr',
  structural_type: 'leaf',
  spam_tier: 'clean',
  quality_tier: 'tier_1',
  target_page_type: 'homepage',
  target_page_category: 'commercial',
  intent_type: 'commercial',
  journey: 'decision',
  query_specificity: 'head',
  expertise_level: 'expert',
};
/** The fields that take a label, each with its own. */
export const LABEL_FIELDS = Object.entries(LABELS).flatMap(([name, label]) => [
  [name, [label]] as const,
  [`corrected_${name}`, [label]] as const,
]);
