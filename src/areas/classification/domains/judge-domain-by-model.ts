import type { Judgement } from '../engine/judgement.ts';
import { judgeByModel } from '../models/judge-by-model.ts';
import { toDomainFeatures } from './features.ts';
import { findAll } from './find.ts';
import { readHost } from './read-host.ts';

const EVIDENCE_MAX = 3;

/** What the shipped models say of a host: they see its words and letters, and what the rules find. Empty for what is no name of a site. */
export function judgeDomainByModel(text: string): readonly Judgement[] {
  const host = readHost(text);
  if (host.registrable === undefined) return [];
  const findings = findAll(host);
  const features = toDomainFeatures(host, findings);
  const evidence = [`words and letters of ${host.host}`, ...findings.map((finding) => finding.evidence)].slice(0, EVIDENCE_MAX);
  return ['tier1_type', 'domain_type'].map((dimension) => judgeByModel(dimension, features, evidence));
}
