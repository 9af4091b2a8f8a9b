import { makeLogger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { startEngine } from '#workflows/dbos/sdk/engine.ts';

/** The workflow engine makes its tables at its first start, which every test of a whole service would repeat. */
export async function makeWorkflowTables(postgres: Postgres): Promise<void> {
  const engine = await startEngine({
    postgres,
    logger: makeLogger('error'),
    executorId: 'template',
    bodies: new Map(),
    isFresh: () => false,
  });
  await engine.stop();
}
