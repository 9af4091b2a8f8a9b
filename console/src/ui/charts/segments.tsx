import { Box, type BoxProps } from '@mantine/core';
import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value> extends BoxProps {
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly size?: 'xs' | 'sm';
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
}

/** A choice of one among a few, all of them in sight. They are the browser's own: arrow keys go from one to the next. */
export function Segments<Value extends string>({ data, value, onChange, size = 'sm', ...rest }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <Box role="radiogroup" className={classes.segments} data-size={size} {...rest}>
      {data.map((one) => (
        <label key={one.value} className={classes.segment}>
          <input type="radio" className="sr-only" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.label}
        </label>
      ))}
    </Box>
  );
}
