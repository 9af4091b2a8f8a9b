import { classifyText, type TextAnswer, type TextKind } from '../engine/classify-text.ts';
import { createFreeClassifier } from '../engine/free-classifier.ts';
import { inTurns } from './stages/free-stages.ts';

/** What texts are by the free stages that need no store, without holding up others. */
export async function classifyTexts(kind: TextKind, texts: readonly string[]): Promise<TextAnswer[]> {
  const classifier = createFreeClassifier();
  return await inTurns(texts, (text) => classifyText(classifier, kind, text, { brands: [] }));
}
