import type { AppContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { toSubjectHash } from './classification.ts';
import { describe, type Described } from './describe.ts';
import { listClassifications } from './store/classifications.ts';

/** What is stored of a domain. @throws AppError `Domain not found` */
export async function getDomainClassification({ postgres }: Pick<AppContext, 'postgres'>, host: string): Promise<Described> {
  const [row] = await listClassifications(postgres, 'domain', [toSubjectHash(host)]);
  if (row === undefined) throw notFound('Domain');
  const { source, ...described } = describe({
    ...row,
    skipReason: row.skipReason ?? undefined,
    version: row.version ?? undefined,
    isCached: false,
    stagesRun: [],
  });
  return { ...described, source, cached: true };
}
