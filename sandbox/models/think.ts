import { normalizeKeyword } from '#kernel/text.ts';
import { hashText, mix } from '../hashing.ts';
import { findTruth } from '../classes/truth.ts';
import type { World } from '../world/index.ts';
import type { JsonSchema, Question } from './question.ts';
import { subjectsOf } from '../pages/site-plan.ts';
import { categoryPathOf } from '../world/topic-categories.ts';

const SEEDS = 20;
/** A number of no category: real models choose what is not on the list, too. */
const INVENTED_CATEGORY = 1;

const ASKED = /at most (\d+) ideas in the language "([\w-]+)"/u;

/** How a model may fail to be of use. */
export type Mood = 'off_schema' | 'refusal' | 'wrong_label';

/** Text of others, as the service marks it. */
const DATA = /<data name="([^"]*)">\n?([\s\S]*?)\n?<\/data>/gu;
const ORDER = /ignore (?:all |any )?(?:the )?(?:previous|prior|above|other) instructions([\s\S]*)/iu;
const WISH = /(\w+)"?\s*[:=]\s*"?(\w+)/gu;
/** A line of a question that says which labels of a domain go with a property type. */
const GO_TOGETHER = /^- (\w+) \((\w+), (\w+)\):/gmu;
const CONFIDENCE_MIN = 82;

/**
 * What the model answers: the truth of the world about what the question names, in the shape that its schema asks
 * for. Like a real model it obeys: words outside of data that say to ignore its instructions choose its labels.
 */
export function think(world: World, { text, schema }: Question, mood: Mood | undefined): Readonly<Record<string, unknown>> {
  const subjects = Object.fromEntries([...text.matchAll(DATA)].map(([, name, value]) => [name, value?.trim() ?? '']));
  const orders = ORDER.exec(text.replaceAll(DATA, ''))?.[1] ?? '';
  const wishes = Object.fromEntries([...orders.matchAll(WISH)].map(([, name, value]) => [name, value]));
  const known = { ...findTruth(world, subjects), ...findIdeas(world, subjects, text), ...describeSite(world, subjects), ...wishes };
  const seed = mix(world.seed, hashText(JSON.stringify(subjects)));
  if (mood === 'off_schema') return { verdict: known['tier1_type'] ?? 'certainly', sure: 'very' };
  return agree(fillObject(schema ?? {}, { known, seed, isWrong: mood === 'wrong_label' }), text);
}

/** A wrong answer is of one piece too, where the question says what goes together. */
function agree(answer: Readonly<Record<string, unknown>>, text: string): Readonly<Record<string, unknown>> {
  const fits = [...text.matchAll(GO_TOGETHER)].find(([, property]) => property === answer['property_type']);
  return fits === undefined ? answer : { ...answer, tier1_type: fits[2], domain_type: fits[3] };
}

interface Mind {
  readonly known: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly isWrong: boolean;
}

function fillObject({ properties = {} }: JsonSchema, mind: Mind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema], place) => [name, fill(name, schema, { ...mind, seed: mix(mind.seed, place) })]),
  );
}

function fill(name: string, schema: JsonSchema, mind: Mind): unknown {
  const { known, seed } = mind;
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return fill(name, first, mind);
  if (schema.enum !== undefined) return choose(name, schema.enum, mind);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object':
      return fillObject(schema, mind);
    case 'array':
      return fillList(name, schema.items ?? {}, mind);
    case 'boolean':
      return known[name] ?? seed % 2 === 0;
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 100, CONFIDENCE_MIN + (seed % 17));
    default:
      return typeof known[name] === 'string' ? known[name] : 'Its name and its words fit the label.';
  }
}

function choose(name: string, labels: readonly unknown[], { known, seed, isWrong }: Mind): unknown {
  const right = labels.includes(known[name]) ? known[name] : undefined;
  if (!isWrong && right !== undefined) return right;
  const others = labels.filter((label) => label !== right);
  return others[seed % Math.max(1, others.length)] ?? right;
}

function fillList(name: string, items: JsonSchema, mind: Mind): unknown[] {
  const known = mind.known[name];
  if (Array.isArray(known)) return known.filter((value) => items.enum?.includes(value) ?? true);
  return [fill(name, items, mind)];
}

/**
 * Searches for a category of a site: listed ones of the topic of its seeds, in the language that is asked for. Like a
 * real model it also writes one that hardly anyone searches for and one that is beside the point.
 * @param subjects what the question names: `category` and `seeds`, a line each
 * @returns nothing when the question is not about ideas
 */
function findIdeas(world: World, subjects: Readonly<Record<string, string>>, text: string): { readonly ideas?: readonly string[] } {
  const { category, seeds } = subjects;
  const asked = ASKED.exec(text);
  if (category === undefined || seeds === undefined || asked === null) return {};
  const [, count = '', language = ''] = asked;
  const [seed = ''] = seeds.split('\n');
  const { topic, subject } = world.keywords.describe(normalizeKeyword(seed));
  const listed = world.keywords.list().filter((keyword) => keyword.language === language);
  const own = listed.filter((keyword) => keyword.topic === topic).map((keyword) => keyword.text);
  const others = listed.filter((keyword) => keyword.topic !== topic).map((keyword) => keyword.text);
  const place = mix(world.seed, hashText(category));
  const turned = own.map((_text, at) => own[(place + at) % own.length] ?? '');
  const rare = `${subject} for a rainy weekend with all my friends`;
  return { ideas: [rare, others[place % Math.max(1, others.length)] ?? '', ...turned].slice(0, Number(count)) };
}

/**
 * What a model says of a site of the world that is shown to it: the truth, and one category that no list has.
 * @param subjects what the question names: `site` is its host
 * @returns nothing when the question is not about a site
 */
function describeSite(world: World, subjects: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const site = world.findSite(subjects['site'] ?? '');
  if (site === undefined) return {};
  const offered = site.topic === undefined ? [] : subjectsOf(world, site).slice(0, SEEDS);
  const categories = site.topic === undefined ? [] : categoryPathOf(site.topic).toReversed();
  return {
    business_type: site.businessType,
    business_focus: offered.slice(0, 3).join(', '),
    categories: [INVENTED_CATEGORY, ...categories],
    seed_keywords: offered,
  };
}
