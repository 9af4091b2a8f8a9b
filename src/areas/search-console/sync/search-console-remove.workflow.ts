import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { searchConsoleQueue } from '../queues.ts';
import { removeProperty } from './remove-property.ts';

declare module '#context' {
  interface WorkflowTypes {
    'search-console-remove': WorkflowType<z.input<typeof RemoveInput>>;
  }
}

const RemoveInput = z.object({ property_id: z.string() });

/** Removes what was collected of a property that is gone: it waits behind a reading of it that is under way. */
export const searchConsoleRemove = defineWorkflow({
  name: 'search-console-remove',
  summary: 'Removes what was collected of a website of Search Console',
  input: RemoveInput,
  queue: searchConsoleQueue,
  idOf: ({ property_id: propertyId }) => `search-console-remove-${propertyId}`,
  run: async (ctx, { property_id: propertyId }) => {
    await ctx.step('remove', () => removeProperty(ctx, propertyId));
  },
});
