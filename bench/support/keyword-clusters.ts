import { loadKeywordTools } from '#areas/classification/index.ts';
import { clusterKeywords } from '#areas/research/grouping/cluster-keywords.ts';
import { measureAdjustedRand } from './adjusted-rand.ts';
import type { BenchRow } from './bench.ts';

/** Keywords of a site's topic by what they are about, as the sandbox knows them. */
export interface ClusterTruth {
  readonly domain: string;
  readonly language_code: string;
  readonly clusters: readonly { readonly topic: string; readonly subject: string; readonly keywords: readonly string[] }[];
}

interface Listed {
  readonly keyword: string;
  readonly topic: string;
  readonly subject: string;
}

/**
 * Clusters by words and embedding alone, without a result page. A subject is what one page of a site is about; a topic
 * holds up to fifteen of them, and a site has one topic, so topics can only be compared over many sites together.
 */
export async function measureClusters(truths: readonly ClusterTruth[], subjectMin: number): Promise<BenchRow[]> {
  const tools = await loadKeywordTools();
  const compare = (listed: readonly Listed[], languageCode: string) => {
    const items = listed.map(({ keyword }) => ({ keyword, languageCode, searchVolume: null, score: null }));
    const found = new Map(
      clusterKeywords(items, tools).flatMap(({ members }, at) => members.map(({ keyword }) => [keyword, String(at)] as const)),
    );
    const ours = listed.map(({ keyword }) => found.get(keyword) ?? '');
    return {
      subject: measureAdjustedRand(
        ours,
        listed.map(({ subject }) => subject),
      ),
      topic: measureAdjustedRand(
        ours,
        listed.map(({ topic }) => topic),
      ),
    };
  };
  const sites = truths.filter(({ clusters }) => clusters.length > 1);
  const figures = sites.map((truth) => compare(listKeywords([truth]), truth.language_code).subject);
  const together = compare(listKeywords(sites.filter(({ language_code: language }) => language === 'en')), 'en');
  return [
    {
      figure: 'clusters of a site: adjusted Rand against true subjects, mean',
      value: mean(figures),
      unit: '',
      bound: { atLeast: subjectMin },
    },
    { figure: 'clusters of a site: adjusted Rand against true subjects, least', value: Math.min(...figures), unit: '' },
    { figure: 'English keywords of all sites: adjusted Rand against true subjects', value: together.subject, unit: '' },
    { figure: 'English keywords of all sites: adjusted Rand against true topics', value: together.topic, unit: '' },
  ];
}

/** Each text once, as the first site has it. */
function listKeywords(truths: readonly ClusterTruth[]): Listed[] {
  const listed = new Map<string, Listed>();
  for (const { clusters } of truths)
    for (const { topic, subject, keywords } of clusters)
      for (const keyword of keywords) if (!listed.has(keyword)) listed.set(keyword, { keyword, topic, subject });
  return [...listed.values()];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
