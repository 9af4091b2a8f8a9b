import { useState } from 'react';
import { toSpan, type Share, type Span } from './span.ts';

/** The days that are shown. The address holds what the reader chose, so that the link can be passed on. */
export function useSpan(share: Share): { readonly span: Span; readonly setSpan: (span: Span) => void } {
  const [span, keepSpan] = useState(() => {
    const search = new URLSearchParams(window.location.search);
    return toSpan(share, { from: search.get('from'), to: search.get('to') });
  });
  const setSpan = (next: Span): void => {
    keepSpan(next);
    window.history.replaceState(null, '', `?${new URLSearchParams({ ...next }).toString()}`);
  };
  return { span, setSpan };
}
