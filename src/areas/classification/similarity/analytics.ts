import { z } from 'zod';
import type { AnalyticsQuery, ClickHouse } from '#stores/clickhouse/types.ts';
import { KINDS, ORIGINS, type Example, type Kind } from './example.ts';

const GroupRow = z.object({ kind: z.enum(KINDS), origin: z.enum(ORIGINS), examples: z.number() });
export type ExampleGroup = z.infer<typeof GroupRow>;

const groupExamplesQuestion: AnalyticsQuery<Record<string, never>, ExampleGroup> = {
  name: 'similarity-group-examples',
  sql: `select kind, origin, uniqExact(item) as examples from similarity_examples group by kind, origin order by kind, origin`,
  params: z.object({}),
  row: GroupRow,
};

/** How many examples of each kind and origin there are. */
export async function groupExamples(clickhouse: ClickHouse): Promise<ExampleGroup[]> {
  return await clickhouse.query(groupExamplesQuestion, {});
}

const ExampleRow = z.object({
  item: z.string(),
  origin: z.enum(ORIGINS),
  labels: z.record(z.string(), z.string()),
  confidence: z.number(),
});
const NearRow = ExampleRow.extend({ index: z.number(), similarity: z.number() });

/** An example near one of the items that were asked about. */
export type NearExample = z.infer<typeof NearRow>;

const listExamplesQuestion: AnalyticsQuery<{ kind: Kind; items: string[] }, z.infer<typeof ExampleRow>> = {
  name: 'similarity-list-examples',
  sql: `select item, origin, argMax(labels, added_at) as labels, argMax(confidence, added_at) as confidence
        from similarity_examples where kind = {kind:String} and item in {items:Array(String)} group by item, origin order by item, origin`,
  params: z.object({ kind: z.enum(KINDS), items: z.array(z.string()) }),
  row: ExampleRow,
};

/** What is known of these very items. */
export async function listSimilarExamples(clickhouse: ClickHouse, kind: Kind, items: readonly string[]): Promise<Omit<Example, 'kind'>[]> {
  return await clickhouse.query(listExamplesQuestion, { kind, items: [...items] });
}

/** Several rows of one item may lie side by side until they are merged. */
const NEAREST_MAX = 8;

/**
 * The nearest examples of each vector, nearest first, by the index of the vectors: it serves one vector at a time, so
 * that each has a part of its own in the statement. `index` is that of the vector in the list.
 */
export async function listNearest(clickhouse: ClickHouse, kind: Kind, vectors: readonly Float32Array[]): Promise<NearExample[]> {
  const params = Object.fromEntries(vectors.map((vector, index) => [`vector${index}`, Array.from(vector)]));
  return await clickhouse.query(toNearestQuestion(vectors.length), { ...params, kind });
}

function toNearestQuestion(vectors: number): AnalyticsQuery<Record<string, unknown>, NearExample> {
  const parts = Array.from(
    { length: vectors },
    (_none, index) => `(
      select toUInt32(${index}) as index, item, origin, labels, confidence, added_at, cosineDistance(vector, {vector${index}:Array(Float32)}) as distance
      from similarity_examples where kind = {kind:String} order by distance limit ${NEAREST_MAX})`,
  );
  return {
    name: 'similarity-list-nearest',
    sql: `select index, item, origin, argMax(labels, added_at) as labels, argMax(confidence, added_at) as confidence,
            1 - min(distance) as similarity
          from (${parts.join(' union all ')}) group by index, item, origin order by index, similarity desc, item, origin`,
    params: z.record(z.string(), z.unknown()),
    row: NearRow,
  };
}
