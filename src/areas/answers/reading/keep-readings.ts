import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import type { MentionKind } from '../detection/detect-mentions.ts';
import type { AnswerReading } from './read-answer.ts';

/** Sends readings to ClickHouse, in the transaction of their samples. A later reading of the same sample counts. */
export async function keepReadings(
  { outbox, clock }: Pick<AppContext, 'outbox' | 'clock'>,
  tx: Sql,
  readings: readonly AnswerReading[],
): Promise<void> {
  if (readings.length === 0) return;
  const readAt = new Date(clock.realNow()).toISOString();
  await outbox.append(
    tx,
    'answer_results',
    readings.map((reading) => toRow(reading, readAt)),
  );
}

function toRow(reading: AnswerReading, readAt: string): object {
  const { mentions } = reading;
  const idsOf = (kind: MentionKind): string[] => mentions.filter((one) => one.kind === kind).map(({ brandId }) => brandId);
  return {
    project_id: reading.projectId,
    period: reading.period,
    surface: reading.surface,
    prompt_id: reading.promptId,
    sample_id: reading.sampleId,
    is_planned: reading.isPlanned ? 1 : 0,
    status: reading.status,
    model: reading.model,
    web_used: reading.webUsed === null ? null : Number(reading.webUsed),
    answered_at: (reading.answeredAt ?? new Date(0)).toISOString(),
    named: mentions
      .filter(({ kind }) => kind === 'named')
      .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
      .map(({ brandId }) => brandId),
    disclaimed: idsOf('disclaimed'),
    echoed: idsOf('echoed'),
    unsure: idsOf('unsure'),
    cited_domains: reading.citedDomains,
    cited_urls: reading.citedUrls,
    retrieved_domains: reading.retrievedDomains,
    fan_outs: reading.fanOuts,
    brands_version: reading.brandsVersion,
    detector_version: reading.detectorVersion,
    read_at: readAt,
  };
}
