import type { Postgres } from '#stores/postgres/types.ts';
import { ensureEvidencePartition } from '../../evidence/store/evidence.ts';
import { ensureRunPartition } from './runs.ts';

/** Makes sure that runs and evidence of the instants' months have their partitions; call it before they are written. */
export async function ensurePagePartitions(postgres: Postgres, instants: readonly Date[]): Promise<void> {
  for (const instant of instants) {
    await ensureRunPartition(postgres, instant);
    await ensureEvidencePartition(postgres, instant);
  }
}
