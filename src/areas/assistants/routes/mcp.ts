import { z } from 'zod';
import { TOOLSETS } from '#area/assistant-tool.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toOrigin } from '#http/callers/resource-metadata.ts';
import { booleanParam, listParam } from '#http/fields.ts';
import { BODY_BYTES_MAX } from '#http/input/json-body.ts';
import { SCOPES } from '#http/rights.ts';

const COMMON = { spec: '4', area: 'assistants' } as const;

/** A message as it came: what it holds besides is the protocol's. */
const Message = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().max(200) }).meta({ id: 'McpMessage' });
const Answer = z.looseObject({}).meta({ id: 'McpAnswer', description: 'A message of JSON-RPC; empty where a notification was sent.' });
/** The protocol's own refusal, or the service's. */
const Refusal = z
  .looseObject({ error: z.union([z.string(), z.looseObject({ code: z.int(), message: z.string() })]) })
  .meta({ id: 'McpRefusal' });

const McpQuery = z.object({
  toolsets: listParam(z.enum(TOOLSETS)).optional().meta({
    description: 'Groups of tools that are listed: `core` and `answers` unless given. A header `X-Sightline-Toolsets` says the same.',
  }),
  read_only: booleanParam()
    .optional()
    .meta({ description: 'Only tools that read; wins over everything. Also `X-Sightline-Read-Only: true`.' }),
});

const Metadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  scopes_supported: z.array(z.enum(SCOPES)).max(SCOPES.length),
  bearer_methods_supported: z.array(z.literal('header')).max(1),
  resource_documentation: z.string(),
});

const mcp = defineEndpoint({
  ...COMMON,
  method: 'POST',
  path: '/mcp',
  access: 'header_key',
  right: 'look',
  summary: 'Send a message of the Model Context Protocol',
  description:
    'One JSON-RPC message of the revision 2026-07-28, or of those of 2025 without a session. The tools do what the key may do, and each of their calls counts as one. ' +
    'Pages of other origins are refused, and names of the service that are not its own.',
  query: McpQuery,
  body: Message,
  responses: { 200: Answer, 202: Answer, 400: Refusal, 404: Refusal },
  bodyLimitBytes: BODY_BYTES_MAX,
  idempotent: false,
  // With the first message: the protocol's library takes 5 MB and a tenth of a second.
  handle: async (ctx, input) => (await import('../mcp/answer-message.ts')).answerMessage(ctx, input),
});

function toMetadata({
  host,
  publicUrl,
}: {
  readonly host: string | undefined;
  readonly publicUrl: string | undefined;
}): z.input<typeof Metadata> {
  const origin = toOrigin(host, publicUrl);
  return {
    resource: `${origin}/mcp`,
    resource_name: 'Sightline',
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/docs`,
  };
}

/** Of the service, and of the address that assistants know (`toMetadataUrl`). */
const metadata = (['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'] as const).map((path) =>
  defineEndpoint({
    ...COMMON,
    method: 'GET',
    path,
    access: 'open',
    summary: 'What a key for assistants is for (RFC 9728)',
    responses: { 200: Metadata },
    handle: async ({ client, config }) => ({ status: 200, body: toMetadata({ host: client.host, publicUrl: config.publicUrl }) }),
  }),
);

export const mcpEndpoints: AppEndpoint[] = [mcp, ...metadata];
