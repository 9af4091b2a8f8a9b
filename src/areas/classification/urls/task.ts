import { judgeDomainByModel } from '../domains/judge-domain-by-model.ts';
import { judgeDomainByRules } from '../domains/judge-domain-by-rules.ts';
import type { Judgement } from '../engine/judgement.ts';
import type { Task } from '../models/task.ts';
import { toUrlFeatures } from './features.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import { parseUrl } from './parse-url.ts';
import { readUrl } from './read-url.ts';
import { stateOfUrl } from './judge-url-by-rules.ts';
import { getDomain } from 'tldts';

const RULES_DECIDE = 80;

/** Most sources of rows have one name for several of our types. */
const MEASURED_AS: Readonly<Record<string, string>> = {
  guide_page: 'article',
  review_page: 'article',
  interview: 'article',
  wiki_page: 'article',
  event_page: 'article',
  question_page: 'forum_thread',
  directory_entry: 'listing',
  calendar_page: 'listing',
};

/** What is trained and measured of addresses. */
export const urlTask: Task = {
  name: 'urls',
  dimensions: [
    {
      name: 'page_type',
      evalPart: 1,
      options: { learningRate: 0.1 },
      measuredAs: MEASURED_AS,
      derived: [{ name: 'page_bucket', evalPart: 0, toLabel: findPageBucket }],
    },
  ],
  toFeatures: (url) => toUrlFeatures(readUrl(url, judgeHost(url))),
  stateByRules: (url) => stateOfUrl(readUrl(url, judgeHost(url))),
  toGroup: (url) => getDomain(url, { allowPrivateDomains: false }) ?? url,
  examples: new URL('./examples.tsv', import.meta.url),
};

/**
 * Judges a host as the pipelines judge a domain before its pages: by the rules where they are sure, else by the surer of
 * rules and model.
 */
function judgeHost(url: string): readonly Judgement[] {
  const { host } = parseUrl(url);
  const rules = judgeDomainByRules(host);
  if (rules.some(({ dimension, confidence }) => dimension === 'domain_type' && confidence >= RULES_DECIDE)) return rules;
  const model = judgeDomainByModel(host);
  return [...rules, ...model].toSorted((one, other) => other.confidence - one.confidence);
}
