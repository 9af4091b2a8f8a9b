import { surfaceOf } from '../../assistants/personas.ts';
import type { Question, WebWish } from '../../assistants/question.ts';
import { places, type Place } from '../../world/places.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { roundUsd } from '../envelope.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { CONCURRENCY_MAX } from '../limits.ts';
import { PRICES } from '../prices.ts';
import type { ProviderRoute } from '../route.ts';
import { dayOf, textOf } from '../search-request.ts';
import { guessLanguage } from './language.ts';
import { findModel, modelsOf, PLATFORMS, type Model, type Platform } from './models.ts';
import { chargeTokens, toResponse } from './response-wire.ts';

const PROMPT_LENGTH_MAX = 500;
const MESSAGES_MAX = 10;
const UNITED_STATES = 2840;
const text: FieldRule = { type: 'text' };
const flag: FieldRule = { type: 'flag' };

/** One platform always searches, and takes no orders about it. */
const ALWAYS_SEARCHES: Platform = 'perplexity';

/** Models asked through their own interfaces: one task a call, 30 calls at once for each platform. */
export const responseRoutes: readonly ProviderRoute[] = PLATFORMS.flatMap((platform): ProviderRoute[] => {
  const path = `/v3/ai_optimization/${platform}/llm_responses`;
  return [
    {
      method: 'POST',
      path: `${path}/live`,
      kind: 'live',
      concurrencyMax: CONCURRENCY_MAX,
      fields: rulesOf(platform),
      answer: (tools, task) => answerModel(tools, task, { platform, path: `${path}/live` }),
    },
    {
      method: 'GET',
      path: `${path}/models`,
      kind: 'reference',
      answer: () => ok(modelsOf(platform).map((model) => toModelRow(platform, model))),
    },
  ];
});

function rulesOf(platform: Platform): FieldRules {
  const orders = { web_search: flag, force_web_search: flag, web_search_city: text };
  return {
    fields: {
      user_prompt: { type: 'text', lengthMax: PROMPT_LENGTH_MAX },
      model_name: text,
      max_output_tokens: { type: 'integer', min: 1, max: 4_096 },
      temperature: { type: 'number', min: 0, max: 2 },
      top_p: { type: 'number', min: 0, max: 1 },
      web_search_country_iso_code: text,
      ...(platform === ALWAYS_SEARCHES ? {} : orders),
      system_message: { type: 'text', lengthMax: PROMPT_LENGTH_MAX },
      message_chain: { type: 'objects', countMax: MESSAGES_MAX },
      tag: { type: 'text', lengthMax: 255 },
    },
    required: ['user_prompt', 'model_name'],
    requireOneOf: [],
  };
}

function toModelRow(platform: Platform, { name, reasoning, searches }: Model): Record<string, unknown> {
  return { model_name: name, reasoning, web_search_supported: searches, task_post_supported: platform !== ALWAYS_SEARCHES };
}

interface Target {
  readonly platform: Platform;
  readonly path: string;
}

function answerModel(tools: SearchTools, task: TaskRequest, { platform, path }: Target): TaskAnswer {
  const model = findModel(platform, textOf(task, 'model_name') ?? '');
  if (model === undefined) return invalidField('model_name');
  const wrong = findWrong(platform, task, model);
  if (wrong !== undefined) return invalidField(wrong);
  const place = placeOf(task);
  if (place === undefined) return invalidField('web_search_country_iso_code');
  const asked = tools.assistants.ask(toQuestion(tools, task, { platform, model, place }), path);
  const answer = tools.assistants.answer(asked);
  const charged = chargeTokens(answer, model);
  const hasSearch = platform === ALWAYS_SEARCHES || task['web_search'] === true;
  return {
    ...ok([toResponse(answer, { charged, model, hasSearch, now: tools.now() })], roundUsd(PRICES.llmResponse + charged.usd)),
    asked,
  };
}

/** The name of a field that does not go with the others. */
function findWrong(platform: Platform, task: TaskRequest, { searches, reasoning }: Model): string | undefined {
  if (task['web_search'] === true && !searches) return 'web_search';
  if (task['force_web_search'] === true && task['web_search'] !== true) return 'force_web_search';
  if (textOf(task, 'web_search_city') !== undefined && textOf(task, 'web_search_country_iso_code') === undefined)
    return 'web_search_country_iso_code';
  if (textOf(task, 'web_search_country_iso_code') !== undefined && platform !== ALWAYS_SEARCHES && task['web_search'] !== true)
    return 'web_search_country_iso_code';
  const tokens = task['max_output_tokens'];
  return typeof tokens === 'number' && tokens < (reasoning ? 1_024 : 16) ? 'max_output_tokens' : undefined;
}

/** Models know no market: only where they are to search says where the asker is. */
function placeOf(task: TaskRequest): Place | undefined {
  const country = textOf(task, 'web_search_country_iso_code');
  if (country === undefined) return places.find(({ code }) => code === UNITED_STATES);
  return places.find((place) => place.type === 'Country' && place.country === country.toUpperCase());
}

function toQuestion(
  tools: SearchTools,
  task: TaskRequest,
  asked: { readonly platform: Platform; readonly model: Model; readonly place: Place },
): Question {
  const prompt = (textOf(task, 'user_prompt') ?? '').toWellFormed();
  const web: WebWish = task['force_web_search'] === true ? 'forced' : task['web_search'] === true ? 'own' : 'off';
  return {
    prompt,
    place: asked.place,
    languageCode: guessLanguage(prompt),
    surface: surfaceOf(`${asked.platform}_api`),
    day: dayOf(tools.now()),
    web: asked.platform === ALWAYS_SEARCHES ? 'own' : web,
    model: asked.model.name,
  };
}
