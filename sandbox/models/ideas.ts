import { normalizeKeyword } from '#kernel/text.ts';
import { hashText, mix } from '../hashing.ts';
import type { World } from '../world/index.ts';

const ASKED = /at most (\d+) ideas in the language "([\w-]+)"/u;

/**
 * Searches for a category of a site: listed ones of the topic of its seeds, in the language that is asked for. Like a
 * real model it also writes one that hardly anyone searches for and one that is beside the point.
 * @param subjects what the question names: `category` and `seeds`, a line each
 * @returns nothing when the question is not about ideas
 */
export function findIdeas(world: World, subjects: Readonly<Record<string, string>>, text: string): { readonly ideas?: readonly string[] } {
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
