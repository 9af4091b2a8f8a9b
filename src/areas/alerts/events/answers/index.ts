import type { EventKind } from '../event-kind.ts';
import { answersCitedFirstTime } from './answers-cited-first-time.ts';
import { answersModelChanged } from './answers-model-changed.ts';
import { answersMoved } from './answers-moved.ts';

/** Events of what assistants answer. */
export const answerKinds: readonly EventKind[] = [answersMoved, answersModelChanged, answersCitedFirstTime];
