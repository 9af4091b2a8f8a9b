import type { Answer, AskedQuestion, SourcePage } from '../../assistants/book.ts';
import type { Block } from '../../assistants/script.ts';
import { ok, type QueueFunction, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { toVendorTime } from '../envelope.ts';
import { PRICES, type PriceMode } from '../prices.ts';
import type { ProviderRoute } from '../route.ts';
import { searchDefaults, searchRules } from '../search-request.ts';
import { domainOf } from '../serp/serp-organic.ts';
import { queueMode, queueRoutes } from '../serp/serp-queue.ts';
import { readQuestion } from './ask-rules.ts';
import { readTable, sourcesOfBlock, textOfBlock, toPlain } from './pages.ts';

type Wire = Record<string, unknown>;

const PATH = '/v3/serp/google/ai_mode';
const LIVE = `${PATH}/live/advanced`;
const rules = searchRules({}, { takesUrl: false });

const work: QueueFunction = {
  path: PATH,
  forms: ['advanced'],
  price(tools, task) {
    const question = readQuestion(tools, task, 'ai_mode');
    if ('code' in question) return question;
    return { ...ok(null, PRICES.aiMode[queueMode(task)]), asked: tools.assistants.ask(question, `${PATH}/task_post`) };
  },
  answer: (tools, task, _form, asked) => answerMode(tools, task, queueMode(task), asked ?? undefined),
};

/** The mode of the search engine that answers, at once or from the queue. */
export const aiModeRoutes: readonly ProviderRoute[] = [
  {
    method: 'POST',
    path: LIVE,
    kind: 'live',
    fields: rules,
    defaults: searchDefaults,
    failureCostUsd: PRICES.aiMode.live,
    answer: (tools, task) => answerMode(tools, task, 'live'),
  },
  ...queueRoutes(work, rules),
];

function answerMode(tools: SearchTools, task: TaskRequest, mode: PriceMode, known?: AskedQuestion): TaskAnswer {
  const question = readQuestion(tools, task, 'ai_mode');
  if ('code' in question) return question;
  const asked = known ?? (mode === 'live' ? tools.assistants.ask(question, LIVE) : tools.assistants.sample(question));
  return { ...ok([toResult(tools.assistants.answer(asked), tools.now())], PRICES.aiMode[mode]), asked };
}

function toResult(answer: Answer, now: Date): Wire {
  const { prompt, place, languageCode } = answer.odds.question;
  const domain = domainOf({ engine: 'google', place });
  const items = answer.script.markdown === '' ? [] : [toItem(answer)];
  return {
    keyword: prompt,
    type: 'ai_mode',
    se_domain: domain,
    location_code: place.code,
    language_code: languageCode,
    check_url: `https://www.${domain}/search?udm=50&q=${encodeURIComponent(prompt)}&hl=${languageCode}&gl=${place.country}`,
    datetime: toVendorTime(now),
    spell: null,
    refinement_chips: null,
    item_types: items.map(({ type }) => type),
    se_results_count: 0,
    pages_count: 1,
    items_count: items.length,
    items,
  };
}

/** The same form as the overview of a result page. */
function toItem(answer: Answer): Wire {
  return {
    type: 'ai_overview',
    rank_group: 1,
    rank_absolute: 1,
    page: 1,
    position: 'left',
    xpath: null,
    asynchronous_ai_overview: false,
    markdown: answer.script.markdown,
    items: answer.script.blocks.map((block) => toElement(answer, block)),
    references: answer.sources?.map(toReference) ?? null,
    rectangle: null,
  };
}

function toElement(answer: Answer, block: Block): Wire {
  const markdown = textOfBlock(answer, block);
  const references = sourcesOfBlock(answer, block)?.map(toReference) ?? null;
  if (block.type === 'table')
    return { type: 'ai_overview_table_element', position: 'left', markdown, table: readTable(markdown), references };
  return {
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text: toPlain(markdown),
    markdown,
    links: null,
    images: null,
    references,
  };
}

function toReference({ site, url, title, snippet }: SourcePage): Wire {
  return { type: 'ai_overview_reference', position: 'left', source: site.name, domain: site.host, url, title, text: snippet };
}
