import type { Answer, ToolCall } from '#area/assistant-tool.ts';
import type { Operation } from '#http/operations.ts';
import type { Right } from '#http/rights.ts';

/** An operation that `read_endpoint` calls, as the document of the API describes it. */
export interface ReadableEndpoint {
  readonly operation: Operation;
  readonly summary: string;
  readonly description: string | undefined;
  readonly parameters: readonly EndpointParameter[];
}

interface EndpointParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

/** The rights of what is kept; `ask` can cost, and the rest changes or administers something. */
const READING = new Set<Right>(['look', 'export', 'see_costs']);

/** Operations that read, answer JSON, cost nothing, and need no right but that of reading; in the order of the document. */
export async function listReadable(ask: ToolCall['ask']): Promise<readonly ReadableEndpoint[]> {
  const { paths } = await ask('GET /openapi.json');
  return Object.entries<Answer>(paths).flatMap(([path, { get }]) => (isReadable(path, get) ? [toReadable(path, get)] : []));
}

function isReadable(path: string, get: Answer | undefined): boolean {
  if (get === undefined || !READING.has(get['x-right'])) return false;
  const takesKey = get.security?.some((way: object) => 'bearerKey' in way) === true;
  return takesKey && path.startsWith('/api/') && 'application/json' in (get.responses['200']?.content ?? {}) && !('402' in get.responses);
}

function toReadable(path: string, { summary, description, parameters = [] }: Answer): ReadableEndpoint {
  const taken = parameters.filter(({ in: place }: EndpointParameter) => place === 'path' || place === 'query');
  return { operation: `GET ${path}` as Operation, summary, description, parameters: taken };
}
