import { Select } from '#ui/forms/select.tsx';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Shown when nothing is chosen: `Every intent`. */
  readonly all: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly width?: number;
}

/** A filter of a list with one value at most. */
export function Choice<Value extends string>({ label, all, options, value, onChange, width = 150 }: ChoiceProps<Value>) {
  return (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      data={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChange={(chosen) => onChange((chosen as Value | null) || undefined)}
    />
  );
}
