import { z } from 'zod';
import {
  isAskedSurface,
  type AnswerSource,
  type AnswerSurface,
  type AssistantAnswer,
  type QueuedAssistantAnswer,
} from '#providers/search-data/assistant-answers.ts';
import { NO_SEARCH_RESULTS, unreadable } from '../errors.ts';
import { toText, toTexts } from '../fields.ts';
import { readAnsweredTask } from '../queue/task-answers.ts';
import { toModelContent } from './model-answers.ts';

const text = z.string().nullish();
const SourceWire = z.object({ url: text, domain: text, title: text, source: text });
const sources = z.array(SourceWire).nullish();

/** An element of a page with an overview: AI Mode gives its answer as one. */
const OverviewWire = z.object({
  type: text,
  markdown: text,
  references: sources,
  items: z.array(z.object({ markdown: text, text, references: sources })).nullish(),
});

const ResultWire = z.object({
  model: text,
  markdown: text,
  sources,
  search_results: sources,
  fan_out_queries: z.array(z.string()).nullish(),
  brand_entities: z.array(z.object({ title: text, urls: z.array(z.object({ url: text, domain: text })).nullish() })).nullish(),
  items: z.array(z.unknown()).nullish(),
});
type ResultWire = z.output<typeof ResultWire>;

const ANSWERS: ReadonlySet<number> = new Set([NO_SEARCH_RESULTS]);
const OVERVIEW = 'ai_overview';

/**
 * Reads what an assistant answered, out of the queue or live. What lacks what every answer has is damaged, never empty.
 * @param now the moment of reading, when the answer has none
 * @throws OutsideError (`TaskQueue.readSerpAnswer`)
 */
export async function readQueuedAnswer(body: Buffer, surface: AnswerSurface, now: Date): Promise<QueuedAssistantAnswer> {
  const { code, result, taskId, tag, readAt } = await readAnsweredTask(body, ANSWERS, now);
  const content = code === NO_SEARCH_RESULTS ? NOTHING : toContent(result, surface);
  return { taskId, tag, answer: { ...content, readAt } };
}

type Content = Omit<AssistantAnswer, 'readAt'>;

const NOTHING: Content = { model: null, markdown: null, sources: null, retrieved: null, fanOuts: null, entities: null };

function toContent(result: unknown, surface: AnswerSurface): Content {
  if (isAskedSurface(surface)) return toModelContent(result);
  const { data } = ResultWire.safeParse(result);
  if (data === undefined) throw unreadable('it holds no result');
  return surface === 'ai_mode' ? toOverview(data) : toScraped(data);
}

function toScraped(result: ResultWire): Content {
  return {
    model: toText(result.model),
    markdown: toText(result.markdown),
    sources: toSources(result.sources),
    retrieved: toSources(result.search_results),
    fanOuts: result.fan_out_queries === undefined || result.fan_out_queries === null ? null : toTexts(result.fan_out_queries),
    entities: toEntities(result.brand_entities),
  };
}

/** One element has the whole answer; its parts may have references of their own. */
function toOverview({ items }: ResultWire): Content {
  const found = (items ?? []).flatMap((item) => OverviewWire.safeParse(item).data ?? []).find(({ type }) => type === OVERVIEW);
  if (found === undefined) return NOTHING;
  const parts = found.items ?? [];
  const markdown =
    toText(found.markdown) ??
    toText(
      parts
        .map((part) => part.markdown ?? part.text ?? '')
        .join('\n\n')
        .trim(),
    );
  const references = [found.references, ...parts.map((part) => part.references)].filter((list) => list !== null && list !== undefined);
  const cited = references.length === 0 ? null : uniqueSources(references.flatMap((list) => toSources(list) ?? []));
  return { ...NOTHING, markdown, sources: cited };
}

function toSources(rows: z.output<typeof sources>): AnswerSource[] | null {
  if (rows === null || rows === undefined) return null;
  return rows.flatMap(({ url, domain, title }) => {
    const address = toText(url);
    return address === null ? [] : [{ url: address, domain: toText(domain), title: toText(title) }];
  });
}

function uniqueSources(all: readonly AnswerSource[]): AnswerSource[] {
  return [...new Map(all.toReversed().map((source) => [source.url, source])).values()].toReversed();
}

function toEntities(rows: ResultWire['brand_entities']): AssistantAnswer['entities'] {
  if (rows === null || rows === undefined) return null;
  return rows.flatMap(({ title, urls }) => {
    const name = toText(title);
    return name === null ? [] : [{ title: name, hosts: toTexts((urls ?? []).map(({ domain }) => domain ?? '')) }];
  });
}
