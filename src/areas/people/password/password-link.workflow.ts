import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { mailPasswordLink } from './mail-link.ts';

export const PASSWORD_LINK = 'password-link';

declare module '#context' {
  interface WorkflowTypes {
    'password-link': WorkflowType<{ readonly email: string }, object>;
  }
}

/** Mails a link to choose another password, where the address is that of a person. */
export const passwordLink = defineWorkflow({
  name: PASSWORD_LINK,
  summary: 'Mails a link to a person who forgot their password',
  input: z.object({ email: z.string() }),
  queue: GENERAL_TASKS,
  run: async (ctx, { email }) => {
    await ctx.step('mail', () => mailPasswordLink(ctx, email));
    return {};
  },
});
