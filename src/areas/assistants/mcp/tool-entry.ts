import type { Tool } from '@modelcontextprotocol/server';
import type { AssistantTool } from '#area/assistant-tool.ts';

/** A tool as the list shows it. */
export function toToolEntry({ name, title, description, kind, readSchemas }: AssistantTool): Tool {
  const { input, output } = readSchemas();
  return {
    name,
    title,
    description,
    inputSchema: input as Tool['inputSchema'],
    outputSchema: output as NonNullable<Tool['outputSchema']>,
    annotations: {
      readOnlyHint: kind === 'read',
      destructiveHint: false,
      idempotentHint: kind === 'read',
      openWorldHint: kind === 'spend',
    },
  };
}
