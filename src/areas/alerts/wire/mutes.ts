import { z } from 'zod';
import { booleanParam, idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { ShownMute } from '../mutes/mute.ts';
import type { NewMute } from '../mutes/mutes.ts';
import { reasonField, untilField } from './rules.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const TAG_LENGTH_MAX = 60;

export const CreateMuteBody = z.object({
  project_id: idField()
    .nullish()
    .meta({ description: 'Left out or null: everything of the organization, or with an unbound key of the service.' }),
  rule_id: idField().nullish().meta({ description: 'Only this rule.' }),
  keyword_id: idField().nullish().meta({ description: 'Only this keyword of the project.' }),
  tag: nameField(TAG_LENGTH_MAX).nullish().meta({ description: 'Only keywords with this tag.' }),
  until: untilField(),
  reason: reasonField(),
});
export const MuteParams = z.object({ mute_id: idField() });
export const ListMutesQuery = z.object({
  project_id: idField().optional(),
  active: booleanParam().optional().meta({ description: 'True: those that still hold. False: those that have ended.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const MuteBody = z
  .object({
    id: z.string(),
    project_id: z.string().nullable().meta({ description: 'Null: every project of the organization, or of the service.' }),
    rule_id: z.string().nullable(),
    rule_name: z.string().nullable(),
    keyword_id: z.string().nullable(),
    keyword: z.string().nullable(),
    tag: z.string().nullable(),
    reason: z.string(),
    starts_at: z.string(),
    until: z.string(),
    active: z.boolean(),
    author: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'Mute' });

export const MuteResponse = z.object({ success: z.boolean(), mute: MuteBody });
export const MuteListResponse = z.object({ success: z.boolean(), mutes: z.array(MuteBody), ...ListFields });
export const DeleteMuteResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toNewMute(body: z.output<typeof CreateMuteBody>): NewMute {
  const { project_id: projectId = null, rule_id: ruleId = null, keyword_id: keywordId = null, tag = null, until, reason } = body;
  return { projectId, ruleId, keywordId, tag, reason, until };
}

export function toMuteBody({ endsAt, isActive, createdBy, ...mute }: ShownMute): z.input<typeof MuteBody> {
  return toBody(MuteBody, { ...mute, until: endsAt, active: isActive, author: createdBy });
}
