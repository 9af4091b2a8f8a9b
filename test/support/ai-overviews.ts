import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';

/** The AI overview of a page as the sandbox's world has it. */
export interface TrueOverview {
  readonly shown: boolean;
  /** It arrives after the page. Null: there is none. */
  readonly deferred: boolean | null;
  readonly text: string | null;
  readonly references: readonly {
    readonly place: number;
    readonly domain: string;
    readonly url: string;
    readonly organic: number | null;
  }[];
}

/** The overview of today's page, or of a date. */
export async function getTrueOverview({ sandbox }: TestApp, keyword: string, date?: string): Promise<TrueOverview> {
  const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device: 'desktop', ...(date && { date }) });
  return (await sandbox.get(`/_sandbox/truth/ai-overview?${query.toString()}`)).body;
}

export type Kind = 'late' | 'at_once' | 'none';

export interface OverviewWorld {
  readonly keywords: readonly string[];
  readonly ofKind: (kind: Kind) => readonly string[];
  /** Sites that many of the overviews cite, the most cited first. */
  readonly sites: readonly string[];
}

const ASKED = 240;

/** Keywords with overviews that come late, with those that come with the page, and without any: so many of each today. */
export async function findOverviews(app: TestApp, counts: Readonly<Record<Kind, number>>): Promise<OverviewWorld> {
  const listed = (await app.sandbox.get('/_sandbox/world')).body.keywords as {
    keyword: string;
    location_code: number;
    language_code: string;
  }[];
  const english = listed.filter((one) => one.location_code === 2840 && one.language_code === 'en').slice(0, ASKED);
  const truths = await Promise.all(english.map(async ({ keyword }) => [keyword, await getTrueOverview(app, keyword)] as const));
  const byKind = Map.groupBy(truths, ([, truth]) => toKind(truth));
  const chosen = (Object.entries(counts) as [Kind, number][]).flatMap(([kind, count]) => {
    const found = (byKind.get(kind) ?? []).slice(0, count);
    assert.equal(found.length, count, `the world has ${count} keywords of the kind ${kind}`);
    return found;
  });
  const cited = chosen.flatMap(([, { references }]) => [...new Set(references.map(({ domain }) => domain.replace(/^www\./u, '')))]);
  const sites = [...Map.groupBy(cited, (site) => site)].toSorted(([, one], [, other]) => other.length - one.length).map(([site]) => site);
  const keywordsOf = new Map(
    [...Map.groupBy(chosen, ([, truth]) => toKind(truth))].map(([kind, some]) => [kind, some.map(([keyword]) => keyword)]),
  );
  return { keywords: chosen.map(([keyword]) => keyword), ofKind: (kind) => keywordsOf.get(kind) ?? [], sites };
}

function toKind({ shown, deferred }: TrueOverview): Kind {
  return shown ? (deferred === true ? 'late' : 'at_once') : 'none';
}

/** What the service should say of a site, and at which place; `isLoaded`: late ones were waited for. */
export function toTrueStanding(truth: TrueOverview, site: string, isLoaded: boolean): readonly [string, number | null] {
  if (!truth.shown) return ['not_shown', null];
  if (truth.deferred === true && !isLoaded) return ['not_loaded', null];
  const found = truth.references.find(({ domain }) => domain === site || domain.endsWith(`.${site}`));
  return found === undefined ? ['not_cited', null] : ['cited', found.place];
}
