import { Select } from '#ui/forms/select.tsx';
import { SPAN_NAMES, type Span } from '../data/spans.ts';

/** Which weeks a screen counts. */
export function SpanSelect({ value, onChange }: { readonly value: Span; readonly onChange: (span: Span) => void }) {
  return <Select label="Weeks" data={SPAN_NAMES} value={value} onChange={(span) => span !== null && onChange(span)} />;
}
