import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import { RUN_BUSINESS_TYPES, type RecommendedCategory } from '../runs/research-run.ts';

const HOST_CHARS_MAX = 253;
const LINE_CHARS_MAX = 300;
const START_CHARS_MAX = 2_500;
const FURTHER_CHARS_MAX = 500;
const LIST_CHARS_MAX = 800;

/** What the model is shown of a page; more than fits is cut. */
export interface PageDescription {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly headings: string;
  readonly navigation: string;
  /** Types of schema.org. */
  readonly declared: string;
  readonly text: string;
}

/** What the model is asked about. */
export interface SiteQuestion {
  readonly host: string;
  /** The start page first. */
  readonly pages: readonly PageDescription[];
  /** What it may choose from. */
  readonly candidates: readonly RecommendedCategory[];
}

const answerSchema = z.object({
  business_type: z.enum(RUN_BUSINESS_TYPES),
  /** How sure it is of the type, 0 to 100. */
  confidence: z.number().min(0).max(100),
  business_focus: z.string(),
  /** Numbers of the list. */
  categories: z.array(z.int()),
  seed_keywords: z.array(z.string()),
});
export type SiteAnswer = z.infer<typeof answerSchema>;

export const sitePrompt: Prompt<SiteQuestion, SiteAnswer> = {
  name: 'research-site',
  version: 1,
  system: [
    'You look at the pages of one website and say what kind of business it is and what people search for who could become its readers or customers.',
    `business_type, by what the site lives from, not by what it writes about (a blog about plumbers is content):
- local: serves people in one area, who come to it or whom it visits: dentists, restaurants, plumbers, salons, gyms
- saas: software that is used online or by subscription
- game: games to play or download
- marketplace: brings many sellers, hosts or employers together with many buyers
- ecommerce: sells goods of its own stock online
- service: professional services for people or businesses: agencies, lawyers, accountants, insurers, movers
- content: articles, guides, news, recipes, reviews`,
    'confidence: from 0 to 100, how many of a hundred answers like this one would be right.',
    'business_focus: what it offers, in at most eight words, in the language of the site.',
    'categories: the numbers of the one to five listed categories that fit best, most fitting first. Only numbers of the list.',
    'seed_keywords: 10 to 30 short searches for what the site offers, in the language of the site, in lower case, most telling first, without its name and without other brands.',
  ].join('\n\n'),
  toUserText: ({ host, pages, candidates }) =>
    [
      'Say what this site is.',
      asData('site', host, HOST_CHARS_MAX),
      ...pages.flatMap((page, at) => describePage(page, at === 0)),
      asData('listed categories', candidates.map(({ id, path }) => `${id} ${path}`).join('\n'), LIST_CHARS_MAX * 6),
    ].join('\n'),
  answerSchema,
  maxOutputTokens: 900,
};

function describePage(page: PageDescription, isStart: boolean): string[] {
  const parts: readonly (readonly [name: keyof PageDescription, charsMax: number])[] = [
    ['title', LINE_CHARS_MAX],
    ['description', LINE_CHARS_MAX],
    ['heading', LINE_CHARS_MAX],
    ['headings', LIST_CHARS_MAX],
    ['navigation', isStart ? LIST_CHARS_MAX : 0],
    ['declared', LINE_CHARS_MAX],
    ['text', isStart ? START_CHARS_MAX : FURTHER_CHARS_MAX],
  ];
  const shown = parts.filter(([name, charsMax]) => page[name] !== '' && charsMax > 0);
  return [isStart ? 'Start page:' : 'Further page:', ...shown.map(([name, charsMax]) => asData(name, page[name], charsMax))];
}
