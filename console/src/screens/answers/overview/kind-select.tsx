import { Select } from '#ui/forms/select.tsx';
import { KINDS, type SurfaceKind } from '../data/types.ts';

interface KindSelectProps {
  readonly value: SurfaceKind;
  readonly onChange: (kind: SurfaceKind) => void;
}

/** Which answers a screen counts: those that people see, or those of models by their API. */
export function KindSelect({ value, onChange }: KindSelectProps) {
  return <Select label="Answers" data={KINDS} value={value} onChange={(kind) => kind !== null && onChange(kind)} />;
}
