import type { Annotation } from '#client';
import { laterDialog } from './states/later.tsx';

/** What an annotation is about, when it is written: a new one of a day, or one that is there. */
export interface Draft {
  readonly projectId: string;
  readonly keywordId?: string;
  readonly date: string;
  readonly existing?: Annotation;
}

export interface AnnotateProps {
  /** Undefined: the dialog is closed. */
  readonly draft: Draft | undefined;
  readonly onClose: () => void;
}

const AnnotationDialog = laterDialog(async () => (await import('./annotation-dialog.tsx')).AnnotationDialog);

/** The dialog of an annotation, which is loaded when it first opens. */
export function Annotate(props: AnnotateProps) {
  return <AnnotationDialog {...props} isOpen={props.draft !== undefined} />;
}
