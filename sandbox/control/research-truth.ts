import { z } from 'zod';
import { normalizeKeyword } from '#kernel/text.ts';
import { listProperties } from '../pages/properties.ts';
import { pathOfSubject, planSite, subjectsOf } from '../pages/site-plan.ts';
import type { World } from '../world/index.ts';
import { languageOf, type Site } from '../world/sites.ts';
import { categoryPathOf } from '../world/topic-categories.ts';
import { TOPIC_LANGUAGES, type TopicLanguage } from '../world/topics.ts';
import { badRequest, unknownThing } from './problem.ts';

const KEYWORDS_MAX = 5_000;

const SiteParams = z.object({ domain: z.string().trim().min(1), language_code: z.enum(TOPIC_LANGUAGES).optional() });

/** What a research run on a site should find. The first category is the true one, the others are those above it; `path` is from the root down. */
export function trueResearch(world: World, query: Readonly<Record<string, string>>): Record<string, unknown> {
  const params = SiteParams.safeParse(query);
  if (!params.success) throw badRequest(`domain, and perhaps language_code (${TOPIC_LANGUAGES.join(', ')}), are needed`);
  const site = world.findSite(params.data.domain);
  if (site === undefined) throw unknownThing('domain');
  const language = params.data.language_code ?? languageOf(site);
  const plan = planSite(world, site);
  const toUrl = (path: string): string => `https://${site.host}${path}`;
  return {
    domain: site.domain,
    business_type: site.businessType,
    language_code: languageOf(site),
    topics: site.topic === undefined ? [] : [site.topic.id],
    categories: listCategories(site),
    brand_names: [...new Set([site.name, site.domain.slice(0, site.domain.indexOf('.'))])],
    app_names: listApps(world, site),
    navigation: plan.pages.map(({ pageType, paths }) => ({ page_type: pageType, url: toUrl(paths[plan.talk.language]) })),
    subjects:
      site.topic === undefined ? [] : subjectsOf(world, site).map((subject) => ({ subject, url: toUrl(pathOfSubject(site, subject)) })),
    clusters: listClusters(world, site, language),
  };
}

const KeywordsBody = z.object({ keywords: z.array(z.string()).max(KEYWORDS_MAX) });

/** Topic, subject and brand of many keywords, in their order. */
export function trueClusters(world: World, body: unknown): Record<string, unknown> {
  const parsed = KeywordsBody.safeParse(body);
  if (!parsed.success) throw badRequest(`the body is { "keywords": [<up to ${KEYWORDS_MAX} texts>] }`);
  const keywords = parsed.data.keywords.map((text) => {
    const { topic, subject, intent, brand, isKnown } = world.keywords.describe(normalizeKeyword(text));
    return { keyword: text, topic: topic.id, subject, intent, brand_domain: brand?.domain ?? null, is_known: isKnown };
  });
  return { keywords };
}

function listCategories({ topic }: Site): readonly object[] {
  const codes = topic === undefined ? [] : categoryPathOf(topic);
  return codes.map((id, place) => ({ id, path: codes.slice(0, place + 1) })).toReversed();
}

function listApps(world: World, site: Site): readonly object[] {
  return listProperties(world, site)
    .filter(({ kind }) => kind === 'app')
    .flatMap(({ platform, url }) => {
      const app = world.apps.find(platform, /(?:\/id|\?id=)([\w.]+)$/u.exec(url)?.[1] ?? '');
      return app === undefined ? [] : [{ platform, app_id: app.appId, title: app.name }];
    });
}

/** The listed keywords of its topic by their subject. */
function listClusters(world: World, { topic }: Site, language: TopicLanguage): readonly object[] {
  const own = world.keywords.list().filter((keyword) => topic !== undefined && keyword.topic === topic && keyword.language === language);
  return [...Map.groupBy(own, ({ subject }) => subject)].map(([subject, keywords]) => ({
    topic: topic?.id,
    subject,
    keywords: keywords.map(({ text }) => text),
  }));
}
