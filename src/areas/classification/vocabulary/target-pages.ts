import type { Vocabulary } from './vocabulary.ts';

const TARGET_CATEGORIES = {
  commercial: 'Pages that lead to a purchase.',
  editorial: 'Pages that are read.',
  resource: 'Pages and files that help a buyer: guides, reports, tools.',
  documentation: 'Pages that explain how the product is used.',
  utility: 'Pages about the owner and for running the site.',
} as const;

export type TargetCategory = keyof typeof TARGET_CATEGORIES;
type Row = readonly [TargetCategory, isMoneyPage: boolean, definition: string];

const TARGET_PAGE_TYPES = {
  homepage: ['commercial', true, 'The front page.'],
  product_page: ['commercial', true, 'A product.'],
  pricing_page: ['commercial', true, 'Prices and plans.'],
  demo_page: ['commercial', true, 'A request for a demonstration.'],
  trial_page: ['commercial', true, 'The start of a trial.'],
  signup_page: ['commercial', true, 'Registration.'],
  landing_page: ['commercial', true, 'A page for a campaign.'],
  enterprise_page: ['commercial', true, 'The offer for large customers.'],
  category_page: ['commercial', false, 'Products of a category.'],
  features_page: ['commercial', false, 'Features of a product.'],
  solutions_page: ['commercial', false, 'What the product does for a task.'],
  industry_page: ['commercial', false, 'What the product does for a trade.'],
  use_case_page: ['commercial', false, 'A way of using the product.'],
  service_page: ['commercial', false, 'A service.'],
  integrations_page: ['commercial', false, 'A connection with another product.'],
  comparison_page: ['commercial', false, 'The product beside others.'],
  alternatives_page: ['commercial', false, 'Alternatives to another product.'],
  app_page: ['commercial', false, 'An app to install or the application itself.'],
  location_page: ['commercial', false, 'A branch or an area that is served.'],
  partners_page: ['commercial', false, 'Partner and affiliate programs.'],
  blog_post: ['editorial', false, 'A post of the blog.'],
  blog_index: ['editorial', false, 'The front page of the blog, or a category of it.'],
  news_page: ['editorial', false, 'News and announcements.'],
  press_page: ['editorial', false, 'For the press.'],
  case_study: ['editorial', false, 'What a customer achieved.'],
  testimonials_page: ['editorial', false, 'What customers say.'],
  guide_page: ['resource', false, 'A guide or tutorial.'],
  ebook_page: ['resource', false, 'An e-book or white paper.'],
  report_page: ['resource', false, 'A study or statistics.'],
  webinar_page: ['resource', false, 'A webinar or event.'],
  template_page: ['resource', false, 'A template.'],
  tool_page: ['resource', false, 'A free tool or calculator.'],
  glossary_page: ['resource', false, 'An explained term.'],
  video_page: ['resource', false, 'A video.'],
  documentation_page: ['documentation', false, 'Documentation of the product.'],
  api_reference_page: ['documentation', false, 'The reference of an interface.'],
  changelog_page: ['documentation', false, 'What changed in the product.'],
  support_page: ['documentation', false, 'Help and answers.'],
  about_page: ['utility', false, 'About the owner.'],
  careers_page: ['utility', false, 'Vacancies.'],
  contact_page: ['utility', false, 'How to reach the owner.'],
  legal_page: ['utility', false, 'Terms, privacy, imprint.'],
  login_page: ['utility', false, 'Login.'],
  account_page: ['utility', false, 'Account and settings.'],
  status_page: ['utility', false, 'Whether the service works.'],
  other_page: ['utility', false, 'None of the above.'],
} as const satisfies Record<string, Row>;

export type TargetPageType = keyof typeof TARGET_PAGE_TYPES;

export interface TargetPage {
  readonly category: TargetCategory;
  /** Whether the page earns: a link to it is worth more than one to a post. */
  readonly isMoneyPage: boolean;
}

const PAGES = new Map<string, TargetPage>(
  Object.entries(TARGET_PAGE_TYPES).map(([label, [category, isMoneyPage]]) => [label, { category, isMoneyPage }]),
);

/** Undefined for what is no target page type. */
export function findTargetPage(label: string): TargetPage | undefined {
  return PAGES.get(label);
}

export const targetPageType: Vocabulary = {
  dimension: 'target_page_type',
  subject: 'url',
  summary: 'What a page of a customer is that others link to.',
  labels: Object.fromEntries(Object.entries(TARGET_PAGE_TYPES).map(([label, [, , definition]]) => [label, definition])),
  synonyms: {
    home: 'homepage',
    product: 'product_page',
    pricing: 'pricing_page',
    demo: 'demo_page',
    free_trial: 'trial_page',
    signup: 'signup_page',
    enterprise: 'enterprise_page',
    blog: 'blog_post',
    docs: 'documentation_page',
    help: 'support_page',
    integration_page: 'integrations_page',
    feature_page: 'features_page',
    whitepaper_page: 'ebook_page',
    other: 'other_page',
    unknown: 'other_page',
  },
};

export const targetPageCategory: Vocabulary = {
  dimension: 'target_page_category',
  subject: 'url',
  summary: 'The categories of target pages.',
  labels: TARGET_CATEGORIES,
  synonyms: { resources: 'resource', docs: 'documentation' },
};
