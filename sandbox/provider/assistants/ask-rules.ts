import { surfaceOf, type SurfaceId } from '../../assistants/personas.ts';
import type { Question } from '../../assistants/question.ts';
import { invalidField, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { searchRules, toSearch } from '../search-request.ts';

/** Of the prompt of an assistant as its users see it. */
const PROMPT_LENGTH_MAX = 2_000;

/** Fields of an assistant that is met as its users see it: no device and no coordinates. */
export function promptRules(own: Readonly<Record<string, FieldRule>>): FieldRules {
  const { fields } = searchRules({}, { takesUrl: false });
  const { device: _device, os: _os, location_coordinate: _coordinate, ...kept } = fields;
  return {
    fields: { ...kept, keyword: { type: 'text', lengthMax: PROMPT_LENGTH_MAX }, ...own },
    required: ['keyword'],
    requireOneOf: [
      ['location_code', 'location_name'],
      ['language_code', 'language_name'],
    ],
  };
}

/** What is asked, or why it makes no sense. */
export function readQuestion(tools: SearchTools, task: TaskRequest, surfaceId: SurfaceId): Question | TaskAnswer {
  const search = toSearch(tools, task, 'google');
  if ('badField' in search) return invalidField(search.badField);
  const { keyword: prompt, place, languageCode, day } = search;
  return { prompt, place, languageCode, day, surface: surfaceOf(surfaceId), web: task['force_web_search'] === true ? 'forced' : 'own' };
}
