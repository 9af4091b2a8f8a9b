import { z } from 'zod';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { makeConforms } from '#http/answers/conforms.ts';
import type { Bench } from './support/bench.ts';
import { median } from './support/measure.ts';

/** Rows of each list of an answer: the page that endpoints give unless asked for another. */
const LIST_LENGTH = 50;
const ROUNDS = 21;
const RUNS_PER_ROUND = 200;
/** Of what Zod alone takes, over all answers. */
const SHARE_MAX = 0.25;

/** What checking every answer costs: with the generated functions, with Zod alone, and beside writing the JSON. */
export const answerCheck: Bench = {
  name: 'answer-check',
  summary: `checking one answer of each endpoint, ${LIST_LENGTH} rows a list: the generated functions against Zod alone`,
  run: () => {
    const all = joinAreas(areas).endpoints.flatMap(({ method, path, responses, contentType }) => {
      const schema = contentType === undefined ? responses[200] : undefined;
      return schema === undefined ? [] : [{ name: `${method} ${path}`, schema, body: makeSample(schema), conforms: makeConforms(schema) }];
    });
    const known = all.filter(({ conforms, body }) => conforms(body));
    const costs = known.map(({ name, schema, body, conforms }) => ({
      name,
      bytes: JSON.stringify(body).length,
      generatedUs: timeUs(() => conforms(body)),
      zodUs: timeUs(() => schema.parse(body)),
      jsonUs: timeUs(() => JSON.stringify(body)),
    }));
    const sumOf = (key: 'generatedUs' | 'zodUs' | 'jsonUs') => costs.reduce((total, cost) => total + cost[key], 0);
    const rankings = costs.find(({ name }) => name === 'GET /api/rankings');
    const rows = [
      { figure: 'generated, of Zod alone', value: sumOf('generatedUs') / sumOf('zodUs'), unit: 'x', bound: { atMost: SHARE_MAX } },
      { figure: 'generated, of writing JSON', value: sumOf('generatedUs') / sumOf('jsonUs'), unit: 'x' },
      { figure: 'Zod alone, of writing JSON', value: sumOf('zodUs') / sumOf('jsonUs'), unit: 'x' },
      { figure: 'a page of rankings, generated', value: rankings?.generatedUs ?? Number.NaN, unit: 'us' },
      { figure: 'a page of rankings, Zod', value: rankings?.zodUs ?? Number.NaN, unit: 'us' },
      { figure: 'a page of rankings, JSON', value: rankings?.jsonUs ?? Number.NaN, unit: 'us' },
    ];
    const notes = [
      `${known.length} of ${all.length} answers have a generated check; the others are left to Zod.`,
      `The page of rankings is ${Math.round((rankings?.bytes ?? 0) / 1024)} KiB.`,
    ];
    return Promise.resolve({ rows, notes });
  },
};

/** The time of one call in microseconds: the median of the rounds. */
function timeUs(work: () => unknown): number {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const startMs = performance.now();
      for (let run = 0; run < RUNS_PER_ROUND; run += 1) work();
      return ((performance.now() - startMs) * 1000) / RUNS_PER_ROUND;
    }),
  );
}

/** A value that the schema would give back as it is, every list and every optional field filled. */
function makeSample(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, makeSample(field as z.core.$ZodType)]));
  }
  if (schema instanceof z.ZodArray) return Array.from({ length: LIST_LENGTH }, () => makeSample(schema.element));
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return makeSample(schema.unwrap());
  if (schema instanceof z.ZodUnion) return makeSample(schema.options[0] as z.core.$ZodType);
  if (schema instanceof z.ZodEnum) return Object.values(schema.enum)[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodNumber) return 12;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown) return {};
  return 'a text of thirty characters...';
}
