import type { Sql } from '#stores/postgres/types.ts';
import { toCaseName, toDecisionName, type Learned } from '../detection/learned.ts';
import { listCorrections } from '../store/corrections.ts';

/** What people of a project said of names: of one case the newest counts. */
export async function readLearned(sql: Sql, projectId: string): Promise<Learned> {
  const corrections = await listCorrections(sql, projectId);
  return {
    cases: new Map(corrections.map(({ brandId, caseKey, isMention }) => [toCaseName(brandId, caseKey), isMention])),
    answers: new Map(corrections.map(({ sampleId, brandId, isMention }) => [toDecisionName(sampleId, brandId), isMention])),
  };
}
