import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { CauseFields, toCause } from '#kernel/spending/cause.ts';
import { classificationLists } from '../queues.ts';
import { classifyGroup } from './classify-group.ts';
import { beginList, endList, findList } from './store/lists.ts';

declare module '#context' {
  interface WorkflowTypes {
    'classification-list': WorkflowType<z.input<typeof Input>, ListEnd>;
  }
}

export const CLASSIFICATION_LIST = 'classification-list';

const Input = z.object({ list_id: z.string(), ...CauseFields });
type Input = z.infer<typeof Input>;

interface ListEnd {
  readonly list_id: string;
  /** That this run has classified. */
  readonly items: number;
}

/** Classifies the items of a list, a few in each step, until none waits. Sent again after a failure, it goes on with what waits. */
export const classificationList = defineWorkflow({
  name: CLASSIFICATION_LIST,
  summary: 'classifies a list of domains, pages and keywords',
  input: Input,
  queue: classificationLists,
  steps: ['begin', 'classify', 'end'],
  run: async (ctx, input): Promise<ListEnd> => {
    const { list_id: listId } = input;
    const isOurs = await ctx.step('begin', () => beginList(ctx.postgres, listId, ctx.workflowId));
    if (!isOurs) return { list_id: listId, items: 0 };
    try {
      const items = await classifyAll(ctx, input);
      await ctx.step('end', () => endList(ctx.postgres, listId, { status: 'complete', now: ctx.clock.now() }));
      return { list_id: listId, items };
    } catch (error) {
      await ctx.step('fail', () => endList(ctx.postgres, listId, { status: 'failed', error: messageOf(error), now: ctx.clock.now() }));
      throw error;
    }
  },
});

async function classifyAll(ctx: WorkflowContext, { list_id: listId, ...cause }: Input): Promise<number> {
  for (let items = 0; ;) {
    const done = await ctx.step('classify', async ({ signal, isLastTry }) => {
      const list = await findList(ctx.postgres, listId);
      if (list === undefined) return 0;
      const projectId = list.projectId ?? undefined;
      const scope = { source: 'workflow', runId: listId, workflowType: CLASSIFICATION_LIST, projectId, ...toCause(cause) } as const;
      return await classifyGroup(ctx, { list, scope, signal, isLastTry });
    });
    if (done === 0) return items;
    items += done;
  }
}
