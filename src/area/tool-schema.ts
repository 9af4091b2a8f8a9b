import { z } from 'zod';

/** What a tool takes and answers, as JSON schemas of the draft 2020-12. */
export interface ToolSchemas {
  readonly input: object;
  readonly output: object;
}

/** Makes the schemas of a tool at their first use, and once: all of them take a seventieth of a second. */
export function makeToolSchemas(input: z.ZodObject, output: z.ZodObject): () => ToolSchemas {
  let made: ToolSchemas | undefined;
  return () => (made ??= { input: toSchema(input, 'input'), output: toSchema(output, 'output') });
}

function toSchema(schema: z.ZodObject, io: 'input' | 'output'): object {
  const { $schema: _draft, ...shape } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return slim(shape) as object;
}

/** Without what says nothing: bounds of every integer, and closed objects of answers, which may grow. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) return [];
      if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) return [];
      if (key === 'additionalProperties' && (inner === false || isEmpty(inner))) return [];
      if (key === 'propertyNames') return [];
      if (key === 'pattern' && 'format' in value) return [];
      return [[key, slim(inner)]];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
