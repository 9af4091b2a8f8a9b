import { useState } from 'react';
import { readMemory, writeMemory } from '#data/memory.ts';

/** The keywords that are typed for a project and not yet tracked; this browser keeps them while the steps are open. */
export function useDraft(projectId: string): { readonly text: string; readonly setText: (text: string) => void } {
  const name = `draft.${projectId}`;
  const [text, setText] = useState(() => readMemory(name) ?? '');
  return {
    text,
    setText: (next) => {
      writeMemory(name, next === '' ? undefined : next);
      setText(next);
    },
  };
}
