import type { QualityTier } from '#areas/domains/index.ts';
import type { Vocabulary } from './vocabulary.ts';

const QUALITY_TIERS: Record<QualityTier, string> = {
  tier_1: 'Rank 80 and more.',
  tier_2: 'Rank 60 to 79.',
  tier_3: 'Rank 40 to 59.',
  tier_4: 'Rank 20 to 39.',
  tier_5: 'Rank 0 to 19.',
};

export const qualityTier: Vocabulary = {
  dimension: 'quality_tier',
  subject: 'record',
  summary: 'How strong a domain or page is by its rank from 0 to 100.',
  labels: QUALITY_TIERS,
  synonyms: { tier1: 'tier_1', tier2: 'tier_2', tier3: 'tier_3', tier4: 'tier_4', tier5: 'tier_5' },
};

export const classificationSource: Vocabulary = {
  dimension: 'classification_source',
  subject: 'record',
  summary: 'Where a stored classification comes from.',
  labels: {
    rules: 'Rules alone.',
    rules_vectorize: 'Rules together with the shipped models, learned examples or the content of the page.',
    llm: 'A language model.',
    cache: 'A classification that was stored before.',
    human_feedback: 'A person corrected it.',
    failed: 'Nothing could be said; the error is on the list of failures.',
    skipped_domain_unavailable: 'The domain does not answer.',
  },
};

export const pageReading: Vocabulary = {
  dimension: 'page_reading',
  subject: 'record',
  summary: 'How much of a page could be read, where that was not all by this service alone.',
  labels: {
    shell: 'An empty shell that scripts fill. What a visitor sees of it is not known.',
    filled: "An empty shell that the provider's page service read as it is filled.",
  },
  synonyms: {},
};

export const spamTier: Vocabulary = {
  dimension: 'spam_tier',
  subject: 'url',
  summary: 'How much a page looks like spam.',
  labels: {
    clean: 'Nothing speaks for spam.',
    low: 'One weak sign: a cheap suffix, many hyphens, a list of outside links.',
    medium: 'Several signs, or one strong one.',
    high: 'Made for links or deception: doorways, hacked pages, referrer spam.',
  },
  synonyms: { none: 'clean', ham: 'clean', moderate: 'medium', spam: 'high', toxic: 'high' },
};

export const structuralType: Vocabulary = {
  dimension: 'structural_type',
  subject: 'url',
  summary: 'Where a page stands in the structure of its site.',
  labels: {
    root: 'The front page of the host.',
    hub: 'A page that leads to many others: a category, an index, an archive.',
    leaf: 'A page with content of its own at the end of a path.',
    paginated: 'A further page of a list.',
    parameterized: 'A page chosen by its query: searches, filters, sessions.',
    file: 'A file that is no page.',
  },
  synonyms: {
    home: 'root',
    homepage: 'root',
    category: 'hub',
    index: 'hub',
    detail: 'leaf',
    page: 'leaf',
    pagination: 'paginated',
    asset: 'file',
  },
};

export const platformType: Vocabulary = {
  dimension: 'platform_type',
  subject: 'record',
  summary: 'What the provider of links says that the linking site is; a hint, never an answer.',
  labels: {
    news: 'News.',
    blogs: 'Blogs.',
    ecommerce: 'Shops.',
    'message-boards': 'Forums.',
    social: 'Social networks.',
    wikis: 'Wikis.',
    educational: 'Schools and universities.',
    governmental: 'Public authorities.',
    directory: 'Directories.',
    organization: 'Organizations and companies.',
    unknown: 'Not known.',
    cms: 'Made with a content management system.',
  },
  synonyms: { message_boards: 'message-boards', forums: 'message-boards', blog: 'blogs', wiki: 'wikis', organisation: 'organization' },
};

export const domainTechType: Vocabulary = {
  dimension: 'domain_tech_type',
  subject: 'domain',
  summary: 'What a site is made with, by the signs of its page or the platform that hosts it.',
  labels: {
    shop_system: 'A shop: Shopify, WooCommerce, Magento and their like.',
    content_management: 'A content management system that anything can be made with: WordPress, TYPO3, Drupal.',
    blog_platform: 'A platform for blogs: Blogger, Ghost, Substack.',
    site_builder: 'A builder for sites without code: Wix, Squarespace, Webflow.',
    static_generator: 'Files that a generator makes, or a host for such files: Hugo, Jekyll, GitHub Pages.',
    documentation_tool: 'A tool for documentation: Docusaurus, Sphinx, GitBook.',
    help_desk: 'A help desk: Zendesk, Freshdesk.',
    forum_software: 'Software for forums and questions: Discourse, phpBB, vBulletin.',
    wiki_software: 'Software for wikis: MediaWiki, DokuWiki.',
    social_software: 'Software for social networks: Mastodon.',
    job_board_software: 'A system for job applications: Greenhouse, Lever, Personio.',
    learning_platform: 'A platform for courses: Moodle, Canvas.',
    repository_software: 'A repository of papers and journals: DSpace, OJS.',
    public_service_system: 'A system that public bodies use: CivicPlus, GOV.UK Frontend.',
    status_page: 'A page that says whether a service works: Statuspage.',
    newsletter_platform: 'A platform for newsletters: beehiiv, Mailchimp.',
    podcast_host: 'A host for podcasts: Buzzsprout, Podbean.',
  },
  synonyms: {
    cms: 'content_management',
    ecommerce: 'shop_system',
    shop: 'shop_system',
    blog: 'blog_platform',
    website_builder: 'site_builder',
    forum: 'forum_software',
    wiki: 'wiki_software',
    docs: 'documentation_tool',
    static_site: 'static_generator',
  },
};
