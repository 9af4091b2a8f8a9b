/**
 * What the provider of links says of a linking site, as hints: it counts links by type of platform, and often names
 * several types. A hint of the commonest type that says something; `cms`, `organization` and `unknown` say nothing.
 */
import type { Judgement } from '../../engine/judgement.ts';

interface Hint {
  readonly tier1: string;
  readonly domainType: string;
  /** When it is the only type, from 0 to 100. */
  readonly confidence: number;
}

const HINTS: ReadonlyMap<string, Hint> = new Map(
  Object.entries({
    governmental: { tier1: 'institutional', domainType: 'gov', confidence: 85 },
    educational: { tier1: 'institutional', domainType: 'edu', confidence: 85 },
    wikis: { tier1: 'information', domainType: 'wiki', confidence: 80 },
    'message-boards': { tier1: 'community', domainType: 'forum', confidence: 80 },
    news: { tier1: 'information', domainType: 'news', confidence: 75 },
    ecommerce: { tier1: 'commerce', domainType: 'ecommerce', confidence: 75 },
    blogs: { tier1: 'information', domainType: 'blog', confidence: 70 },
    social: { tier1: 'community', domainType: 'social', confidence: 70 },
    directory: { tier1: 'information', domainType: 'directory', confidence: 70 },
  }),
);

/** @param counts links by type of platform */
export function judgeByPlatformTypes(counts: Readonly<Record<string, number>>): readonly Judgement[] {
  const telling = Object.entries(counts).flatMap(([name, links]) => {
    const hint = HINTS.get(name);
    return hint === undefined || links <= 0 ? [] : [{ name, links, hint }];
  });
  const [best, second] = telling.toSorted((one, other) => other.links - one.links || other.hint.confidence - one.hint.confidence);
  if (best === undefined) return [];
  const share = best.links / telling.reduce((sum, { links }) => sum + links, 0);
  const evidence = [`platform type ${best.name} of its links`];
  const toJudgement = (dimension: string, label: string, rival: string | undefined): Judgement => ({
    dimension,
    label,
    confidence: Math.round(best.hint.confidence * share),
    secondBest:
      rival === undefined || rival === label ? undefined : { label: rival, confidence: Math.round(best.hint.confidence * (1 - share)) },
    evidence,
  });
  return [
    toJudgement('tier1_type', best.hint.tier1, second?.hint.tier1),
    toJudgement('domain_type', best.hint.domainType, second?.hint.domainType),
  ];
}
