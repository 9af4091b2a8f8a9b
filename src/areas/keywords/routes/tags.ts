import { defineEndpoint, type AppEndpoint } from '#context';
import { createTag, deleteTag, listTags, updateTag } from '../organize/tags.ts';
import {
  CreateTagBody,
  DeleteTagResponse,
  TagParams,
  TagResponse,
  TagsQuery,
  TagsResponse,
  toCountedTagBody,
  toTagBody,
  UpdateTagBody,
} from '../wire/tags.ts';

const common = { spec: '4.3', area: 'keywords', access: 'key' } as const;

const getTags = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/tags',
  summary: "List a project's tags by name, with how many keywords have each",
  query: TagsQuery,
  responses: { 200: TagsResponse },
  isShared: true,
  handle: async (ctx, { query }) => {
    const tags = await listTags(ctx, query.project_id);
    return { status: 200, body: { success: true, tags: tags.map(toCountedTagBody), count: tags.length } };
  },
});

const postTag = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/tags',
  summary: 'Add a tag to a project',
  description: 'Up to 200 in a project, with names that differ in more than upper and lower case.',
  body: CreateTagBody,
  responses: { 201: TagResponse },
  failures: ['conflict'],
  handle: async (ctx, { body }) => {
    const { project_id: projectId, name, color } = body;
    return { status: 201, body: { success: true, tag: toTagBody(await createTag(ctx, { projectId, name, color })) } };
  },
});

const putTag = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/tags/{tag_id}',
  summary: 'Rename a tag, or give it another color',
  params: TagParams,
  body: UpdateTagBody,
  responses: { 200: TagResponse },
  failures: ['conflict'],
  handle: async (ctx, { params, body }) => {
    const changes = { ...(body.name && { name: body.name }), ...(body.color && { color: body.color }) };
    return { status: 200, body: { success: true, tag: toTagBody(await updateTag(ctx, params.tag_id, changes)) } };
  },
});

const deleteOneTag = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/tags/{tag_id}',
  summary: 'Remove a tag from its project and from every keyword',
  params: TagParams,
  responses: { 200: DeleteTagResponse },
  handle: async (ctx, { params }) => {
    const tag = toTagBody(await deleteTag(ctx, params.tag_id));
    return { status: 200, body: { success: true, message: 'Tag removed', tag_id: tag.id, tag } };
  },
});

export const tagEndpoints: AppEndpoint[] = [getTags, postTag, putTag, deleteOneTag];
