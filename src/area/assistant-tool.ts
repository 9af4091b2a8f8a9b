import { z } from 'zod';
import type { Operation, OperationInput } from '#http/operations.ts';
import type { Right } from '#http/rights.ts';
import { makeToolSchemas, type ToolSchemas } from './tool-schema.ts';

/** Groups of tools that are shown or not. */
export const TOOLSETS = ['core', 'answers', 'apps', 'spend', 'write', 'all'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** A parsed answer of an operation: its shape is that operation's, and what is missing is nothing. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = any;

/** What a tool may do: call the operations that it names, with the rights of the caller. */
export interface ToolCall {
  /** @throws ToolRefusal for every status of 400 and above */
  readonly ask: (operation: Operation, input?: OperationInput) => Promise<Answer>;
  readonly hasRight: (right: Right) => boolean;
  /** Now, in the observed world. */
  readonly now: Date;
}

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly toolset: Toolset;
  /** At most 600 characters: when to use it, when not, and what it costs. Never made of stored text. */
  readonly description: string;
  /** Every operation that it may call, as in the document of the API; `reads`: each that is a GET. */
  readonly calls: readonly Operation[] | 'reads';
  /** The right without which it is not listed; `look` unless given. */
  readonly right?: Right;
}

/** A tool of assistants as a value. It reads, or writes what costs nothing; what costs is a `SpendTool` (`spend-tool.ts`). */
export interface AssistantTool extends ToolFacts {
  readonly kind: 'read' | 'write' | 'spend';
  /** Refuses fields that it does not have. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Both as a client reads them. */
  readonly readSchemas: () => ToolSchemas;
  /** The list of the answer that is cut where it grows too long; it comes with `next_cursor`. */
  readonly rows?: string;
  readonly run: (call: ToolCall, input: never) => Promise<Record<string, unknown>>;
}

/** What is bought, as one request of the API that takes `dry_run`, and in words for the person who pays. */
export interface PurchaseRequest {
  readonly operation: Operation;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** For example `track 40 keywords daily on desktop`. */
  readonly does: string;
  readonly projectId?: string | undefined;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface Definition<Input extends z.ZodObject> extends Omit<AssistantTool, 'input' | 'output' | 'readSchemas' | 'run' | 'kind'> {
  readonly kind?: 'read' | 'write';
  readonly input: Input;
  readonly output: Shape;
  readonly run: (call: ToolCall, input: z.output<Input>) => Promise<Record<string, unknown>>;
}

/** A tool that reads, unless `kind` says that it writes. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): AssistantTool {
  const { output, rows } = definition;
  const paging = rows === undefined ? {} : { next_cursor: z.string().optional(), hint: z.string().optional() };
  // Made once: a schema is compiled at its first use.
  const [input, answer] = [definition.input.strict(), z.object({ ...output, ...paging })];
  const schemas = { input, output: answer, readSchemas: makeToolSchemas(input, answer) };
  return { kind: 'read', ...definition, ...schemas } as unknown as AssistantTool;
}

/** An operation refused or failed. */
export class ToolRefusal extends Error {
  readonly status: number;
  readonly body: Answer;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Answer, retryAfterSeconds?: number) {
    super(String(body?.message ?? body?.error ?? status));
    this.name = 'ToolRefusal';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const LIST_ORDER = ['read', 'spend', 'write'] as const;

/** The same list each time: by toolset, then reads before the rest, then as their areas have them. */
export function inListOrder(tools: readonly AssistantTool[]): readonly AssistantTool[] {
  const rank = ({ toolset, kind }: AssistantTool): number => TOOLSETS.indexOf(toolset) * LIST_ORDER.length + LIST_ORDER.indexOf(kind);
  return tools.toSorted((one, other) => rank(one) - rank(other));
}
