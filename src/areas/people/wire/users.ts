import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { User } from '../account.ts';
import { emailField } from './sessions.ts';

const UserBody = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['owner']).nullable().meta({ description: '`owner`: an operator, who owns the service; null: a member of organizations' }),
    has_password: z.boolean().meta({ description: 'A person without one signs in by links' }),
    created_at: z.string(),
  })
  .meta({ id: 'User' });

export const UserListResponse = z.object({ success: z.boolean(), users: z.array(UserBody) });

export function toUserBody(user: User): z.infer<typeof UserBody> {
  return toBody(UserBody, { ...user, role: user.isOperator ? ('owner' as const) : null });
}

export const SignInLinkBody = z.object({
  email: emailField().nullish().meta({ description: 'The first person unless given' }),
});
export const SignInLinkResponse = z.object({
  success: z.boolean(),
  email: z.string(),
  link: z.string().meta({ description: 'Shown this once; good for one time' }),
  ends_at: z.string(),
});

export const ResetBody = z.object({ email: emailField() });
export const ResetResponse = z.object({
  success: z.boolean(),
  email: z.string(),
  password: z.string().meta({ description: 'Shown this once' }),
  sessions_ended: z.int(),
});

export const SetupLinkResponse = z.object({
  success: z.boolean(),
  link: z.string().meta({ description: 'Shown this once; good for one time, in the place of the one before' }),
});
