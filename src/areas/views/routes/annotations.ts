import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { announceAnnotation } from '../annotations/announce-annotation.ts';
import { deleteAnnotation, updateAnnotation } from '../annotations/change-annotation.ts';
import { createAnnotation } from '../annotations/create-annotation.ts';
import { getAnnotation, listAnnotations } from '../annotations/get-annotation.ts';
import {
  AnnotationListResponse,
  AnnotationParams,
  AnnotationResponse,
  CreateAnnotationBody,
  DeleteAnnotationResponse,
  ListAnnotationsQuery,
  toAnnotationBody,
  toAnnotationChanges,
  toAnnotationQuestion,
  UpdateAnnotationBody,
} from '../wire/annotations.ts';

const common = { spec: '4', area: 'views', access: 'key' } as const;

const getAnnotations = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/annotations',
  summary: 'List annotations, newest day first',
  description:
    'Of a project, or of all that the caller sees; what concerns the whole service is among them. Where a project reads Search Console, so are the days in which Google is known to have counted wrongly there.',
  query: ListAnnotationsQuery,
  responses: { 200: AnnotationListResponse },
  handle: async (ctx, { query }) => {
    const { annotations, total } = await listAnnotations(ctx, toAnnotationQuestion(query), query);
    return {
      status: 200,
      body: { success: true, annotations: annotations.map(toAnnotationBody), ...toListFields(annotations, query, total) },
    };
  },
});

const postAnnotation = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/annotations',
  right: 'annotate',
  summary: 'Write an annotation',
  description:
    'What happened on a day or over several: to a project, to one of its assets or keywords, or to the whole service (`scope` instance, with an unbound key that has `admin`).',
  body: CreateAnnotationBody,
  responses: { 201: AnnotationResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => ({
    status: 201,
    body: { success: true, annotation: toAnnotationBody(announceAnnotation(ctx, await createAnnotation(ctx, body))) },
  }),
});

const getOneAnnotation = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/annotations/{annotation_id}',
  summary: 'Read an annotation',
  params: AnnotationParams,
  responses: { 200: AnnotationResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, annotation: toAnnotationBody(await getAnnotation(ctx, params.annotation_id)) },
  }),
});

const putAnnotation = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/annotations/{annotation_id}',
  right: 'annotate',
  summary: 'Change an annotation',
  description: 'What it is about stays. One of the whole service needs an unbound key with `admin`; one with a `source` stays as it is.',
  failures: ['conflict'],
  params: AnnotationParams,
  body: UpdateAnnotationBody,
  responses: { 200: AnnotationResponse },
  handle: async (ctx, { params, body }) => {
    const annotation = announceAnnotation(ctx, await updateAnnotation(ctx, params.annotation_id, toAnnotationChanges(body)));
    return { status: 200, body: { success: true, annotation: toAnnotationBody(annotation) } };
  },
});

const removeAnnotation = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/annotations/{annotation_id}',
  right: 'annotate',
  summary: 'Remove an annotation',
  description: 'One of the whole service needs an unbound key with `admin`; one with a `source` stays.',
  failures: ['conflict'],
  params: AnnotationParams,
  responses: { 200: DeleteAnnotationResponse },
  handle: async (ctx, { params }) => {
    const { id } = announceAnnotation(ctx, await deleteAnnotation(ctx, params.annotation_id));
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

export const annotationEndpoints: AppEndpoint[] = [getAnnotations, postAnnotation, getOneAnnotation, putAnnotation, removeAnnotation];
