import { z } from 'zod';
import { normalizeKeyword } from '#kernel/text.ts';
import { dayOf } from '../provider/search-request.ts';
import { badRequest, unknownThing } from './problem.ts';
import type { ControlTools } from './tools.ts';

const KEYWORDS_MAX = 1_000;
const PLACES_MAX = 200;
const DAYS_MAX = 3_650;

const FallBody = z.strictObject({
  domain: z.string().min(1),
  keywords: z.array(z.string().min(1)).min(1).max(KEYWORDS_MAX),
  places: z.int().min(1).max(PLACES_MAX),
  days: z.int().min(1).max(DAYS_MAX).default(DAYS_MAX),
});

/** A site loses places for some keywords, from the world's date on. */
export function makeFall({ world, serp, clock, searchConsole }: ControlTools, body: unknown): unknown {
  const parsed = FallBody.safeParse(body);
  if (!parsed.success)
    throw badRequest(
      `the body is { "domain": <text>, "keywords": [<texts>], "places": <whole number, 1 to ${PLACES_MAX}>, "days": <whole number, 1 to ${DAYS_MAX}> }`,
    );
  const { domain, keywords, places, days } = parsed.data;
  const site = world.findSite(domain);
  if (site === undefined) throw unknownThing('domain');
  const from = dayOf(clock.now());
  serp.addFall({ domain: site.domain, keywords: new Set(keywords.map(normalizeKeyword)), places, from, until: from + days });
  searchConsole.facts.clear();
  return { success: true };
}
