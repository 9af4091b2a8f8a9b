import { hashText } from '../hashing.ts';
import type { SiteRole } from '../world/sites.ts';

/** How an assistant chooses: what it names, where it looks, what it declines. Chances are 0 to 1, the rest are logits. */
export interface Persona {
  readonly id: string;
  readonly hash: number;
  /** As its answers name it, unless the caller asks for another one. */
  readonly model: string;
  /** How freely it names brands. */
  readonly naming: number;
  /** How freely it cites. */
  readonly citing: number;
  /** What it likes to cite, by the class of the site. */
  readonly taste: Readonly<Partial<Record<SiteRole, number>>>;
  /** How often it searches the web when nothing is said about that. */
  readonly web: number;
  readonly refusal: number;
  /** Refuses so much more often about these topics. */
  readonly touchy: Readonly<Record<string, number>>;
}

export const SURFACE_IDS = [
  'ai_overview',
  'ai_mode',
  'chat_gpt',
  'gemini',
  'chat_gpt_api',
  'claude_api',
  'gemini_api',
  'perplexity_api',
] as const;
export type SurfaceId = (typeof SURFACE_IDS)[number];

/** Where an assistant is met: as its users see it, or asked through its interface, which is another thing. */
export interface Surface {
  readonly id: SurfaceId;
  readonly hash: number;
  readonly kind: 'seen' | 'asked';
  readonly persona: Persona;
}

type PersonaDraft = Omit<Persona, 'hash'>;

const PERSONAS: readonly PersonaDraft[] = [
  {
    id: 'google_ai_overview',
    model: 'google_ai_overview',
    naming: -2,
    citing: -2.3,
    taste: { reviews: 0.6, forum: 0.7, video: 0.7, reference: 0.3 },
    web: 1,
    refusal: 0.004,
    touchy: { 'law-firm': 0.03, 'personal-finance': 0.02 },
  },
  {
    id: 'google_ai_mode',
    model: 'gemini-3-search',
    naming: -1.3,
    citing: -2,
    taste: { forum: 0.9, video: 0.6, reviews: 0.5, marketplace: 0.2 },
    web: 1,
    refusal: 0.006,
    touchy: { 'law-firm': 0.03, 'personal-finance': 0.03 },
  },
  {
    id: 'chat_gpt',
    model: 'gpt-5-3',
    naming: -1.6,
    citing: -2.4,
    taste: { reference: 1.1, news: 0.7, reviews: 0.5, forum: 0.2, video: -1.5 },
    web: 0.88,
    refusal: 0.01,
    touchy: { 'law-firm': 0.05, insurance: 0.03, nutrition: 0.03 },
  },
  {
    id: 'gemini',
    model: 'gemini-3-pro',
    naming: -1.6,
    citing: -2.5,
    taste: { video: 0.9, news: 0.3, reference: 0.5, forum: 0.4 },
    web: 0.8,
    refusal: 0.02,
    touchy: { 'law-firm': 0.08, 'personal-finance': 0.06, nutrition: 0.04 },
  },
  {
    id: 'claude',
    model: 'claude-sonnet-5-20260817',
    naming: -1.9,
    citing: -2.7,
    taste: { reference: 0.8, institution: 1, news: 0.4, reviews: -0.3, marketplace: -0.6 },
    web: 0.6,
    refusal: 0.03,
    touchy: { 'law-firm': 0.08, insurance: 0.06, 'personal-finance': 0.05 },
  },
  {
    id: 'perplexity',
    model: 'sonar-pro',
    naming: -1.2,
    citing: -1.6,
    taste: { news: 0.6, reviews: 0.8, forum: 0.6, reference: 0.2 },
    web: 1,
    refusal: 0.005,
    touchy: { 'law-firm': 0.01 },
  },
];

const personas: ReadonlyMap<string, Persona> = new Map(
  PERSONAS.map((draft) => [draft.id, { ...draft, hash: hashText(`persona ${draft.id}`) }]),
);

export const SURFACES: readonly Surface[] = [
  surface('ai_overview', 'seen', 'google_ai_overview'),
  surface('ai_mode', 'seen', 'google_ai_mode'),
  surface('chat_gpt', 'seen', 'chat_gpt'),
  surface('gemini', 'seen', 'gemini'),
  surface('chat_gpt_api', 'asked', 'chat_gpt'),
  surface('claude_api', 'asked', 'claude'),
  surface('gemini_api', 'asked', 'gemini'),
  surface('perplexity_api', 'asked', 'perplexity'),
];

export function surfaceOf(id: SurfaceId): Surface {
  const found = SURFACES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no surface ${id}`);
  return found;
}

function surface(id: SurfaceId, kind: Surface['kind'], personaId: string): Surface {
  const persona = personas.get(personaId);
  if (persona === undefined) throw new Error(`there is no persona ${personaId}`);
  return { id, kind, persona, hash: hashText(`surface ${id}`) };
}
