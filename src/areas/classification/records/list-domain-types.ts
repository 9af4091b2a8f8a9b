import type { AppContext } from '#context';
import { findLabel, toSubjectHash } from './classification.ts';
import { listClassifications } from './store/classifications.ts';

/** What a domain was found to be. */
export interface DomainType {
  /** Of the vocabulary of domains; null: it was looked at without a result. */
  readonly type: string | null;
  readonly classifiedAt: Date;
}

/** What domains are by the kept classifications, by host; those that were never classified are left out. It asks nothing. */
export async function listDomainTypes(
  { postgres }: Pick<AppContext, 'postgres'>,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, DomainType>> {
  const rows =
    hosts.length === 0
      ? []
      : await listClassifications(
          postgres,
          'domain',
          hosts.map((host) => toSubjectHash(host)),
        );
  return new Map(rows.map((row) => [row.subject, { type: findLabel(row, 'domain_type') ?? null, classifiedAt: row.classifiedAt }]));
}
