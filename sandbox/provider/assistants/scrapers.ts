import type { Answer, AskedQuestion, SourcePage } from '../../assistants/book.ts';
import type { Question } from '../../assistants/question.ts';
import type { Block } from '../../assistants/script.ts';
import { mix, unit } from '../../hashing.ts';
import { invalidField, ok, type QueueFunction, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { toVendorTime } from '../envelope.ts';
import type { FieldRule } from '../fields.ts';
import { CONCURRENCY_MAX } from '../limits.ts';
import { PRICES, type PriceMode } from '../prices.ts';
import type { ProviderRoute } from '../route.ts';
import { queueMode, queueRoutes } from '../serp/serp-queue.ts';
import { promptRules, readQuestion } from './ask-rules.ts';
import { readTable, sourcesOfBlock, textOfBlock, toPlain } from './pages.ts';

type Wire = Record<string, unknown>;

/** An assistant that the vendor reads as its users see it. */
interface Scraper {
  readonly platform: 'chat_gpt' | 'gemini';
  readonly own: Readonly<Record<string, FieldRule>>;
  /** Fields that only one of them has, in the order of the vendor. */
  readonly more: (answer: Answer) => Wire;
}

const SCRAPERS: readonly Scraper[] = [
  {
    platform: 'chat_gpt',
    own: { force_web_search: { type: 'flag' }, expand_citations: { type: 'flag' } },
    more: (answer) => ({
      check_url: `https://chatgpt.com/?q=${encodeURIComponent(answer.odds.question.prompt)}`,
      search_results: answer.retrieved?.map((page) => toPage(page, 'chat_gpt_search_result')) ?? null,
      fan_out_queries: answer.plan.fanOuts.length === 0 ? null : answer.plan.fanOuts,
      brand_entities: toEntities(answer),
    }),
  },
  { platform: 'gemini', own: { expand_citations: { type: 'flag' } }, more: () => ({}) },
];
/** The vendor's list of brands misses some that are named. */
const ENTITY_CHANCE = 0.85;

/** Two assistants as their users see them, at once or from the queue. */
export const scraperRoutes: readonly ProviderRoute[] = SCRAPERS.flatMap((scraper) => {
  const path = `/v3/ai_optimization/${scraper.platform}/llm_scraper`;
  const rules = promptRules(scraper.own);
  return [
    {
      method: 'POST',
      path: `${path}/live/advanced`,
      kind: 'live',
      concurrencyMax: CONCURRENCY_MAX,
      fields: rules,
      answer: (tools, task) => answerScraper(tools, task, { scraper, mode: 'live', path: `${path}/live/advanced` }),
    } satisfies ProviderRoute,
    ...queueRoutes(toWork(scraper, path), rules, { defaults: () => ({}), hasFixed: false }),
  ];
});

function toWork(scraper: Scraper, path: string): QueueFunction {
  return {
    path,
    forms: ['advanced'],
    price(tools, task) {
      const question = readPrompt(tools, task, scraper);
      if ('code' in question) return question;
      return { ...ok(null, PRICES.llmScraper[queueMode(task)]), asked: tools.assistants.ask(question, `${path}/task_post`) };
    },
    answer: (tools, task, _form, asked) => answerScraper(tools, task, { scraper, mode: queueMode(task), path, asked }),
  };
}

interface Order {
  readonly scraper: Scraper;
  readonly mode: PriceMode;
  readonly path: string;
  readonly asked?: AskedQuestion | undefined;
}

function answerScraper(tools: SearchTools, task: TaskRequest, { scraper, mode, path, asked: known }: Order): TaskAnswer {
  const question = readPrompt(tools, task, scraper);
  if ('code' in question) return question;
  const asked = known ?? (mode === 'live' ? tools.assistants.ask(question, path) : tools.assistants.sample(question));
  return { ...ok([toResult(scraper, tools.assistants.answer(asked), tools.now())], PRICES.llmScraper[mode]), asked };
}

/** Citations can be expanded only where a search was asked for. */
function readPrompt(tools: SearchTools, task: TaskRequest, { platform, own }: Scraper): Question | TaskAnswer {
  const needsSearch = 'force_web_search' in own && task['expand_citations'] === true;
  return needsSearch && task['force_web_search'] !== true ? invalidField('expand_citations') : readQuestion(tools, task, platform);
}

function toResult({ platform, more }: Scraper, answer: Answer, now: Date): Wire {
  const { question, model } = answer.odds;
  const items = answer.script.blocks.map((block, at) => toItem(platform, answer, { block, at }));
  return {
    keyword: question.prompt,
    location_code: question.place.code,
    language_code: question.languageCode,
    model,
    datetime: toVendorTime(now),
    markdown: answer.script.markdown === '' ? null : answer.script.markdown,
    sources: answer.sources?.map((page) => toPage(page, `${platform}_source`)) ?? null,
    ...more(answer),
    se_results_count: items.length,
    item_types: [...new Set(items.map(({ type }) => type))],
    items_count: items.length,
    items,
  };
}

function toItem(platform: string, answer: Answer, { block, at }: { readonly block: Block; readonly at: number }): Wire {
  const markdown = textOfBlock(answer, block);
  const place = {
    rank_group: answer.script.blocks.slice(0, at + 1).filter(({ type }) => type === block.type).length,
    rank_absolute: at + 1,
  };
  if (block.type === 'table') return { type: `${platform}_table`, ...place, markdown, table: readTable(markdown) };
  const sources = sourcesOfBlock(answer, block)?.map((page) => toPage(page, `${platform}_source`)) ?? null;
  return { type: `${platform}_text`, ...place, text: toPlain(markdown), markdown, sources };
}

function toPage({ site, url, title, snippet }: SourcePage, type: string): Wire {
  return { type, title, snippet, domain: site.host, url, source_name: site.name, thumbnail: null, publication_date: null };
}

/** Brands that the vendor saw in the text, with a page of theirs. */
function toEntities({ plan, odds }: Answer): readonly Wire[] | null {
  const seen = plan.named.filter(({ site }) => unit(mix(mix(plan.hash, 71), site.hash)) < ENTITY_CHANCE);
  if (seen.length === 0) return null;
  return seen.map(({ site }) => ({
    type: 'chat_gpt_brand_entity',
    title: site.name,
    category: odds.understanding.topic.id,
    urls: [{ url: `https://${site.host}/`, domain: site.host }],
  }));
}
