import { TOOLSETS, type AssistantTool, type Toolset } from '#area/assistant-tool.ts';
import type { RequestContext } from '#context';
import { invalid } from '#kernel/errors.ts';

/** Which tools a client is shown. */
export interface Choice {
  readonly toolsets: ReadonlySet<Toolset>;
  readonly isReadOnly: boolean;
}

const USUAL: readonly Toolset[] = ['core', 'answers'];

/** By the address or, where the client cannot change it, by headers. @throws AppError 400 for a toolset that is none */
export function choose(
  { headerOf }: Pick<RequestContext, 'headerOf'>,
  query: { readonly toolsets?: readonly Toolset[] | undefined; readonly read_only?: boolean | undefined },
): Choice {
  const named = query.toolsets ?? toToolsets(headerOf('x-sightline-toolsets'));
  return { toolsets: new Set(named ?? USUAL), isReadOnly: query.read_only === true || headerOf('x-sightline-read-only') === 'true' };
}

function toToolsets(header: string | undefined): Toolset[] | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  return header.split(',').map((name) => {
    const toolset = TOOLSETS.find((one) => one === name.trim());
    if (toolset !== undefined) return toolset;
    throw invalid([{ path: 'X-Sightline-Toolsets', message: `must be names out of ${TOOLSETS.join(', ')}` }]);
  });
}

/** The tools that the caller is shown, in the order of the list: one without its right is as if it were not there. */
export function listTools(
  { assistantTools, caller }: Pick<RequestContext, 'assistantTools' | 'caller'>,
  { toolsets, isReadOnly }: Choice,
): readonly AssistantTool[] {
  return assistantTools.filter(({ toolset, kind, right = kind === 'read' ? 'look' : 'edit' }) => {
    if (kind !== 'read' && isReadOnly) return false;
    // Without a limit of its own a key buys nothing for an assistant.
    if (kind === 'spend' && caller.assistant === undefined) return false;
    return (toolsets.has(toolset) || toolsets.has('all')) && caller.rights.has(right);
  });
}
