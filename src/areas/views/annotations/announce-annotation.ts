import type { AppContext } from '#context';
import type { Annotation } from './annotation.ts';

/** Publishes that an annotation of a project was written, changed or removed; to be called when that is committed. */
export function announceAnnotation({ live }: Pick<AppContext, 'live'>, annotation: Annotation): Annotation {
  if (annotation.projectId !== null)
    live.publish('project', { project_id: annotation.projectId, change: 'annotations', annotation_id: annotation.id });
  return annotation;
}
