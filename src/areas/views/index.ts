/** Views and annotations: what other areas may use, and what the service serves of them. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { importNotes, importNotesRemove } from './annotations/import-notes.workflow.ts';
import { positionScaleNote } from './annotations/position-scale-note.workflow.ts';
import { shareOfVoiceNote } from './annotations/share-of-voice-note.workflow.ts';
import { annotationEndpoints } from './routes/annotations.ts';
import { engineUpdateEndpoints } from './routes/engine-updates.ts';
import { viewEndpoints } from './routes/views.ts';
import { tables } from './tables.ts';

export { ANNOTATION_KINDS, type Annotation } from './annotations/annotation.ts';
export { listAnnotations } from './annotations/get-annotation.ts';
export { getView } from './saved/get-view.ts';
export { listEngineUpdates, type EngineUpdate } from './engine-updates/engine-updates.ts';
export { EngineUpdateBody, toEngineUpdateBody } from './wire/engine-updates.ts';

export const views = defineArea({
  name: 'views',
  summary: 'What people keep of the screens: saved views, and annotations of what happened on a day.',
  assistantTools,
  endpoints: [...viewEndpoints, ...annotationEndpoints, ...engineUpdateEndpoints],
  workflows: [positionScaleNote, shareOfVoiceNote, importNotes, importNotesRemove],
  tables,
  reads: ['search_console_bindings'],
});
