import { z } from 'zod';
import { DAY_MS } from '#kernel/durations.ts';
import type { Answer } from '../assistants/book.ts';
import type { Outline } from '../assistants/draw.ts';
import type { Odds } from '../assistants/odds.ts';
import { SURFACE_IDS, surfaceOf, type SurfaceId } from '../assistants/personas.ts';
import type { NameSpan } from '../assistants/script.ts';
import { findModel, modelsOf, PLATFORMS } from '../provider/assistants/models.ts';
import { findLanguage, findPlace } from '../world/places.ts';
import { badRequest, unknownThing } from './problem.ts';
import { dayOfDate, parse } from './truth.ts';
import type { ControlTools } from './tools.ts';

type Params = Readonly<Record<string, string>>;
type Wire = Record<string, unknown>;

const UNITED_STATES = 2840;
const PROMPT_LENGTH_MAX = 2_000;
/** How a name stands where the brand is mentioned; all other kinds are no mention. */
const MENTIONS: ReadonlySet<string> = new Set(['recommended', 'named', 'compared']);

const AnswersParams = z.object({
  prompt: z.string().trim().min(1).max(PROMPT_LENGTH_MAX),
  surface: z.enum(SURFACE_IDS),
  location_code: z.coerce.number().int().default(UNITED_STATES),
  language_code: z.string().default('en'),
  date: z.string().optional(),
  /** Whether the web is to be searched: as the assistant likes, when it can, or not at all. */
  web: z.enum(['own', 'forced', 'off']).default('own'),
  model: z.string().optional(),
});

/** The chances of everything that an answer may hold, of answers that were not refused. */
export function trueAnswers(tools: ControlTools, query: Params): Wire {
  const params = parse(AnswersParams, query);
  const place = findPlace(params.location_code);
  if (place === undefined) throw badRequest('location_code: unknown');
  const language = findLanguage(params.language_code);
  if (language === undefined) throw badRequest('language_code: unknown');
  const day = dayOfDate({ ...tools, now: () => tools.clock.now() }, params.date);
  const { prompt, web } = params;
  const model = modelFor(params.surface, params.model);
  const question = {
    prompt,
    place,
    languageCode: language.code,
    surface: surfaceOf(params.surface),
    day,
    web,
    ...(model !== undefined && { model }),
  };
  return describeOdds(tools.assistants.odds(question));
}

/** Models that are asked are listed by the provider; as users see an assistant, it says itself which one it is. */
function modelFor(surface: SurfaceId, wanted: string | undefined): string | undefined {
  const platform = PLATFORMS.find((one) => `${one}_api` === surface);
  if (platform === undefined) return undefined;
  const model = wanted === undefined ? modelsOf(platform)[0] : findModel(platform, wanted);
  if (model === undefined) throw badRequest('model: unknown');
  return model.name;
}

function describeOdds({ question, understanding, model, refusal, web, brands, sources, fanOuts }: Odds): Wire {
  return {
    prompt: question.prompt,
    ...surfaceFields(question.surface),
    date: new Date(question.day * DAY_MS).toISOString().slice(0, 10),
    location_code: question.place.code,
    language_code: question.languageCode,
    model,
    topic: understanding.topic.id,
    branded: understanding.brands.map(({ domain }) => domain),
    refusal,
    web,
    brands: brands.map(({ site, named, first, isGeneric }) => ({
      domain: site.domain,
      name: site.name,
      is_generic: isGeneric,
      named,
      first,
      cited: sources.find((source) => source.site === site)?.cited ?? 0,
    })),
    sources: sources.map(({ site, cited, retrieved }) => ({
      domain: site.domain,
      host: site.host,
      class: site.domainType,
      cited,
      retrieved,
    })),
    fan_out_queries: fanOuts.map(({ query, chance }) => ({ query, p: web * chance })),
  };
}

/** What the answer of a task really holds: every name with its place, what is a mention and what only looks like one. */
export function trueAnswer({ assistants, tasks }: ControlTools, { task_id: id = '' }: Params): Wire {
  const asked = tasks.find(id)?.asked;
  if (asked === undefined) throw unknownThing('task_id');
  const answer = assistants.answer(asked);
  const { question, model } = answer.odds;
  const { plan, script } = answer;
  return {
    task_id: id,
    prompt: question.prompt,
    ...surfaceFields(question.surface),
    model,
    call_number: asked.draw.number,
    faults: asked.draw.moods,
    state: plan.state,
    language_code: plan.languageCode,
    web_used: plan.usesWeb,
    markdown: script.markdown,
    spans: script.names.map((span) => describeSpan(answer, span)),
    brands: describeBrands(plan, script.names),
    cited: answer.sources?.map(({ site, url }) => ({ domain: site.domain, url })) ?? null,
    retrieved: answer.retrieved?.map(({ site, url }) => ({ domain: site.domain, url })) ?? null,
    fan_out_queries: plan.fanOuts,
  };
}

function describeSpan({ script }: Answer, { site, kind, sentiment, start, end, sentence }: NameSpan): Wire {
  return {
    domain: site.domain,
    name: site.name,
    kind,
    is_mention: MENTIONS.has(kind),
    sentiment,
    start,
    end,
    text: script.markdown.slice(start, end),
    sentence: { ...sentence, text: script.markdown.slice(sentence.start, sentence.end) },
  };
}

/** The brands that are mentioned, each once, in the order of the text: an answer that was cut may miss some. */
function describeBrands({ named }: Outline, names: readonly NameSpan[]): readonly Wire[] {
  return named
    .map((brand) => ({ ...brand, count: names.filter(({ site, kind }) => site === brand.site && MENTIONS.has(kind)).length }))
    .filter(({ count }) => count > 0)
    .map(({ site, kind, sentiment, count }, at) => ({ domain: site.domain, name: site.name, kind, sentiment, order: at + 1, count }));
}

function surfaceFields({ id, kind, persona }: Odds['question']['surface']): Wire {
  return { surface: id, surface_kind: kind, persona: persona.id };
}
