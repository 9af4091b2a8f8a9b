import { hashText, mix } from '../hashing.ts';
import { findTruth } from '../classes/truth.ts';
import { findIdeas } from './ideas.ts';
import { describeSite } from './sites.ts';
import type { World } from '../world/index.ts';
import type { JsonSchema, Question } from './question.ts';

/** How a model may fail to be of use. */
export type Mood = 'off_schema' | 'refusal' | 'wrong_label';

/** Text of others, as the service marks it. */
const DATA = /<data name="([^"]*)">\n?([\s\S]*?)\n?<\/data>/gu;
const ORDER = /ignore (?:all |any )?(?:the )?(?:previous|prior|above|other) instructions([\s\S]*)/iu;
const WISH = /(\w+)"?\s*[:=]\s*"?(\w+)/gu;
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
  return fillObject(schema ?? {}, { known, seed, isWrong: mood === 'wrong_label' });
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
