import { z } from 'zod';
import { idField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { ProjectTag } from '../organize/tag.ts';
import { TAG_COLORS, TAG_NAME_LENGTH_MAX } from '../organize/tag.ts';
import type { CountedTag } from '../organize/store/tags.ts';

export const TagsQuery = z.object({ project_id: idField() });
export const TagParams = z.object({ tag_id: idField() });

const Color = z.enum(TAG_COLORS);

export const CreateTagBody = z.object({
  project_id: idField(),
  name: nameField(TAG_NAME_LENGTH_MAX),
  color: Color.default('gray'),
});
export const UpdateTagBody = z.object({ name: nameField(TAG_NAME_LENGTH_MAX).optional(), color: Color.optional() });

/** What is shown of a tag beside a keyword. */
export const TagBody = z.object({ id: z.string(), name: z.string(), color: Color }).meta({ id: 'Tag' });

const ProjectTagBody = TagBody.extend({ project_id: z.string(), created_at: z.string(), updated_at: z.string() }).meta({
  id: 'ProjectTag',
});
const CountedTagBody = ProjectTagBody.extend({
  keywords: z.int().meta({ description: 'How many keywords that are tracked have it.' }),
}).meta({
  id: 'CountedTag',
});

export const TagsResponse = z.object({ success: z.boolean(), tags: z.array(CountedTagBody), count: z.int() });
export const TagResponse = z.object({ success: z.boolean(), tag: ProjectTagBody });
export const DeleteTagResponse = TagResponse.extend({ message: z.string(), tag_id: z.string() });

export function toTagBody(tag: ProjectTag): z.input<typeof ProjectTagBody> {
  return toBody(ProjectTagBody, tag);
}

export function toCountedTagBody(tag: CountedTag): z.input<typeof CountedTagBody> {
  return toBody(CountedTagBody, tag);
}
