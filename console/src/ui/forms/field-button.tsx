import { ComboboxChevron, Input, InputBase, type ElementProps, type InputBaseProps } from '@mantine/core';

interface FieldButtonProps extends InputBaseProps, ElementProps<'button', keyof InputBaseProps> {
  /** What is chosen; undefined while nothing is. */
  readonly text: string | undefined;
  readonly placeholder: string;
}

/** A button in the looks of a field, for what is loaded by its first click. */
export function FieldButton({ text, placeholder, ...props }: FieldButtonProps) {
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      rightSection={<ComboboxChevron {...(props.size !== undefined && { size: props.size })} />}
      rightSectionPointerEvents="none"
      {...props}
    >
      {text ?? <Input.Placeholder>{placeholder}</Input.Placeholder>}
    </InputBase>
  );
}
