import { DAY_MS } from '#kernel/durations.ts';
import type { Search } from '../serp/index.ts';
import type { Device, SearchEngine } from '../serp/query.ts';
import { findLanguage, findPlace, type Place } from '../world/places.ts';
import type { FieldRule, FieldRules } from './fields.ts';
import type { SearchTools, TaskRequest } from './answer.ts';

const KEYWORD_LENGTH_MAX = 700;
const TAG_LENGTH_MAX = 255;
const SYSTEMS: Readonly<Record<Device, readonly string[]>> = { desktop: ['windows', 'macos'], mobile: ['android', 'ios'] };
const UNITED_STATES = 2840;

const text: FieldRule = { type: 'text' };

/** Fields that every search operation takes. */
export function searchRules(own: Readonly<Record<string, FieldRule>>, options: { readonly takesUrl: boolean }): FieldRules {
  const instead = options.takesUrl ? ['url'] : [];
  return {
    fields: {
      keyword: { type: 'text', lengthMax: KEYWORD_LENGTH_MAX },
      location_code: { type: 'integer' },
      location_name: text,
      location_coordinate: text,
      language_code: text,
      language_name: text,
      device: { type: 'text', oneOf: ['desktop', 'mobile'] },
      os: { type: 'text', oneOf: ['windows', 'macos', 'android', 'ios'] },
      tag: { type: 'text', lengthMax: TAG_LENGTH_MAX },
      ...(options.takesUrl ? { url: text } : {}),
      ...own,
    },
    required: [],
    requireOneOf: [
      ['keyword', ...instead],
      ['location_code', 'location_name', 'location_coordinate', ...instead],
      ['language_code', 'language_name', ...instead],
    ],
  };
}

/** The searched thing, or the name of the field that makes no sense. */
export function toSearch(tools: SearchTools, task: TaskRequest, engine: SearchEngine): Search | { readonly badField: string } {
  const keyword = decodeKeyword(textOf(task, 'keyword') ?? keywordOfUrl(textOf(task, 'url'))).toWellFormed();
  if (keyword.trim() === '') return { badField: 'keyword' };
  const place = placeOf(task);
  if (place === undefined) return { badField: task['location_code'] === undefined ? 'location_name' : 'location_code' };
  const language = findLanguage(textOf(task, 'language_code') ?? textOf(task, 'language_name') ?? 'en');
  if (language === undefined) return { badField: task['language_code'] === undefined ? 'language_name' : 'language_code' };
  const device = task['device'] === 'mobile' ? 'mobile' : 'desktop';
  const system = textOf(task, 'os');
  if (system !== undefined && !SYSTEMS[device].includes(system)) return { badField: 'os' };
  return { keyword, place, languageCode: language.code, device, engine, day: dayOf(tools.now()) };
}

export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** What `data` echoes beside the request's own fields. */
export function searchDefaults(task: TaskRequest): TaskRequest {
  const device = task['device'] === 'mobile' ? 'mobile' : 'desktop';
  return { device, os: textOf(task, 'os') ?? SYSTEMS[device][0] };
}

export function textOf(task: TaskRequest, name: string): string | undefined {
  const value = task[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(task: TaskRequest, name: string): number | undefined {
  const value = task[name];
  return typeof value === 'number' ? value : undefined;
}

/** The vendor decodes `%XX` and takes a plus for a space. */
function decodeKeyword(keyword: string): string {
  const spaced = keyword.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function keywordOfUrl(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? (new URL(url).searchParams.get('q') ?? '') : '';
}

/** The place of a task; the United States when it names none. */
export function placeOf(task: TaskRequest): Place | undefined {
  const code = numberOf(task, 'location_code');
  if (code !== undefined) return findPlace(code);
  const name = textOf(task, 'location_name');
  return name === undefined ? findPlace(UNITED_STATES) : findPlace(name);
}
