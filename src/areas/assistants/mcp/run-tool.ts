import { isInputRequiredResult, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server';
import { ToolRefusal, type AssistantTool, type ToolCall } from '#area/assistant-tool.ts';
import { isSpendTool } from '#area/spend-tool.ts';
import { toInvalidInput } from '#area/tool-input.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { cutToSize } from './cut-to-size.ts';
import { runSpendTool, type Asking } from './run-spend-tool.ts';
import { toText } from './text-form.ts';
import { toToolError } from './tool-error.ts';

export interface ToolRequest {
  /** Undefined: there is none of this name, for this caller. */
  readonly tool: AssistantTool | undefined;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asking: Asking;
  readonly era: 'modern' | 'legacy';
  /** What the caller is shown. */
  readonly tools: readonly AssistantTool[];
}

/** Runs a tool with the rights of the caller. What goes wrong is an answer that says what to do. */
export async function runTool(ctx: RequestContext, request: ToolRequest): Promise<CallToolResult | InputRequiredResult> {
  const { tool, input, era, asking } = request;
  try {
    if (tool === undefined) throw noTool(request);
    const parsed = tool.input.safeParse(input);
    if (!parsed.success)
      throw toInvalidInput(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'arguments', message })));
    const answer = isSpendTool(tool)
      ? await runSpendTool(ctx, { tool, input, asking })
      : await tool.run(toToolCall(ctx, tool), parsed.data as never);
    if (isInputRequiredResult(answer)) return answer;
    const value = cutToSize(tool, answer);
    return { structuredContent: value, content: [{ type: 'text', text: era === 'modern' ? toText(value) : JSON.stringify(value) }] };
  } catch (error) {
    const refusal = error instanceof AppError ? toRefusal(error) : error;
    if (!(refusal instanceof ToolRefusal)) throw error;
    const value = { error: toToolError(refusal) };
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(value) }] };
  }
}

/** What a tool asks the service with: the operations that it names, and no other. */
export function toToolCall(ctx: RequestContext, { name, calls }: Pick<AssistantTool, 'name' | 'calls'>): ToolCall {
  return {
    now: ctx.clock.now(),
    hasRight: (right) => ctx.caller.rights.has(right),
    ask: async (operation, input) => {
      if (calls === 'reads' ? !operation.startsWith('GET /') : !calls.includes(operation))
        throw new TypeError(`${name} does not name ${operation}`);
      const { status, text, headers } = await ctx.invoke(operation, input);
      const body: unknown = text === '' ? {} : JSON.parse(text);
      if (status < 400) return body;
      throw new ToolRefusal(status, body, headers['retry-after'] === undefined ? undefined : Number(headers['retry-after']));
    },
  };
}

function toRefusal({ status, error, message, hint, details }: AppError): ToolRefusal {
  return new ToolRefusal(status, { error, message, hint, details });
}

function noTool({ name, tools }: ToolRequest): ToolRefusal {
  return new ToolRefusal(404, {
    error: 'Tool not found',
    message: `There is no tool ${name.slice(0, 100)} for this key and these toolsets.`,
    hint: `There are: ${tools.map((tool) => tool.name).join(', ')}.`,
  });
}
