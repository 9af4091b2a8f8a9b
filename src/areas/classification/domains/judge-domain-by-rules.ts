import type { Judgement } from '../engine/judgement.ts';
import { findAll } from './find.ts';
import { readHost } from './read-host.ts';
import { toJudgements } from './to-judgements.ts';

/** What tables say of a host: `tier1_type`, `domain_type` and `property_type`, or nothing. Takes any text. */
export function judgeDomainByRules(host: string): readonly Judgement[] {
  return toJudgements(findAll(readHost(host)));
}
