import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

interface Options<Value> {
  readonly group: string;
  readonly items: readonly Option<Value>[];
}

interface SelectProps<Value> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'children'> {
  readonly data: readonly (Value | Option<Value> | Options<Value>)[];
  /** Null: nothing is chosen. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string;
  /** What was chosen can be taken back. */
  readonly clearable?: boolean;
}

/**
 * A choice of one. It is the browser's own: typed letters find an option, a phone shows it its own way, and the kit's,
 * which needs 35 KiB of script for its list, is not loaded.
 */
export function Select<Value extends string>({
  data,
  value,
  onChange,
  placeholder = '–',
  clearable = false,
  ...props
}: SelectProps<Value>) {
  return (
    <NativeSelect
      {...props}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : (currentTarget.value as Value))}
    >
      {(clearable || value === null) && <option value="">{placeholder}</option>}
      {data.map((one) =>
        typeof one === 'object' && 'items' in one ? (
          <optgroup key={one.group} label={one.group}>
            {one.items.map(toOption)}
          </optgroup>
        ) : (
          toOption(one)
        ),
      )}
    </NativeSelect>
  );
}

function toOption<Value extends string>(option: Value | Option<Value>) {
  const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
