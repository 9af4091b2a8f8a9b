import type { Answer } from '../../assistants/book.ts';
import { surfaceOf } from '../../assistants/personas.ts';
import { isMeasured, type KeywordFacts } from '../../world/keywords.ts';
import type { Topic } from '../../world/topics.ts';
import type { World } from '../../world/index.ts';
import type { SearchTools } from '../answer.ts';
import type { Region } from '../keywords/labs-region.ts';
import { dayOf } from '../search-request.ts';
import type { MentionTarget } from './mention-targets.ts';

/** A question of the vendor's own list, and what was answered to it. */
export interface PoolEntry {
  readonly facts: KeywordFacts;
  readonly answer: Answer;
}

export type MentionPlatform = 'google' | 'chat_gpt';

const POOL_MAX = 400;
/** Sites about everything are looked for under so many topics. */
const TOPICS_MAX = 3;

/**
 * The vendor's questions around some targets: listed keywords of their topics, as they were answered on the first day of the month.
 * They are none of the caller's calls, and the same all month.
 */
export function listPool(
  tools: SearchTools,
  targets: readonly MentionTarget[],
  asked: Region & { readonly platform: MentionPlatform },
): readonly PoolEntry[] {
  const { world, assistants } = tools;
  const topics = new Set(targets.flatMap((target) => topicsOf(world, target)));
  const listed = world.keywords.list().filter(({ topic, language }) => topics.has(topic) && language === asked.languageCode);
  const step = Math.max(1, Math.ceil(listed.length / POOL_MAX));
  const now = tools.now();
  const day = dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)));
  const surface = surfaceOf(asked.platform === 'google' ? 'ai_overview' : 'chat_gpt');
  return listed
    .filter((_keyword, at) => at % step === 0)
    .map(({ text }) => world.keywords.describe(text))
    .filter(isMeasured)
    .map((facts) => {
      const question = { prompt: facts.text, place: asked.place, languageCode: asked.languageCode, surface, day, web: 'own' as const };
      return { facts, answer: assistants.answer(assistants.sample(question)) };
    })
    .filter(({ answer }) => answer.plan.state === 'answered');
}

function topicsOf(world: World, { kind, text }: MentionTarget): readonly Topic[] {
  if (kind === 'keyword') return [world.keywords.describe(text).topic];
  const site = world.findSite(text);
  if (site === undefined) return [];
  return site.topic === undefined ? world.topics.slice(0, TOPICS_MAX) : [site.topic];
}
