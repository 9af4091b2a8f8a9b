import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AssistantTool } from '#area/assistant-tool.ts';

const entries = new WeakMap<AssistantTool, Tool>();

/** A tool as the list shows it: with JSON schemas of the draft 2020-12, made once. */
export function toToolEntry(tool: AssistantTool): Tool {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, input, output, kind } = tool;
  const entry: Tool = {
    name,
    title,
    description,
    inputSchema: toSchema(input, 'input') as Tool['inputSchema'],
    outputSchema: toSchema(output, 'output') as NonNullable<Tool['outputSchema']>,
    annotations: {
      readOnlyHint: kind === 'read',
      destructiveHint: false,
      idempotentHint: kind === 'read',
      openWorldHint: kind === 'spend',
    },
  };
  entries.set(tool, entry);
  return entry;
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
