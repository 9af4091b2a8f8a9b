import { z } from 'zod';
import type { AnswerSource, AssistantAnswer } from '#providers/search-data/assistant-answers.ts';
import { unreadable } from '../errors.ts';
import { toText, toTexts } from '../fields.ts';

const text = z.string().nullish();
const SectionWire = z.object({
  type: text,
  text,
  annotations: z.array(z.object({ title: text, url: text })).nullish(),
});
const ResponseWire = z.object({
  model_name: text,
  fan_out_queries: z.array(z.string()).nullish(),
  items: z.array(z.object({ type: text, sections: z.array(SectionWire).nullish() })).nullish(),
});
/** What a model thought first is no part of its answer. */
const MESSAGE = 'message';

/** @throws OutsideError `parse` */
export function toModelContent(result: unknown): Omit<AssistantAnswer, 'readAt'> {
  const { data } = ResponseWire.safeParse(result);
  if (data === undefined) throw unreadable('it holds no result');
  const sections = (data.items ?? []).filter(({ type }) => type === MESSAGE).flatMap((item) => item.sections ?? []);
  const written = sections.map((section) => section.text ?? '').join('\n\n');
  return {
    model: toText(data.model_name),
    markdown: toText(written.trim() === '' ? null : written),
    sources: toSources(sections.map(({ annotations }) => annotations)),
    retrieved: null,
    fanOuts: data.fan_out_queries === undefined || data.fan_out_queries === null ? null : toTexts(data.fan_out_queries),
    entities: null,
  };
}

/** Each page once; null where no part of the answer says whether it has any: the model was not to search. */
function toSources(lists: readonly (readonly { readonly title?: string | null; readonly url?: string | null }[] | null | undefined)[]) {
  const known = lists.filter((list) => list !== null && list !== undefined);
  if (known.length === 0) return null;
  const sources = known.flat().flatMap(({ title, url }): AnswerSource[] => {
    const address = toText(url);
    return address === null ? [] : [{ url: address, domain: URL.parse(address)?.hostname ?? null, title: toText(title) }];
  });
  return [...new Map(sources.toReversed().map((source) => [source.url, source])).values()].toReversed();
}
