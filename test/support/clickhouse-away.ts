import type { AppContext } from '#context';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/**
 * Keeps rows from ClickHouse: it refuses them, or takes them and the answer is lost.
 * @returns what ends that
 */
export function breakClickHouse({ clickhouse }: Pick<AppContext, 'clickhouse'>, mode: 'refuses' | 'takes and does not say so'): () => void {
  const broken = clickhouse as { insertLines: ClickHouse['insertLines'] };
  const real = broken.insertLines;
  broken.insertLines = async (...given) => {
    if (mode !== 'refuses') await real.apply(clickhouse, given);
    throw new Error('ClickHouse is away');
  };
  return () => {
    broken.insertLines = real;
  };
}
