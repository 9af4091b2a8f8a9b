import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './toggle.module.css';

interface ToggleProps extends ButtonProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** A button that stays pressed: switches a way of showing on and off at once. */
export function Toggle({ isOn, onChange, children, ...rest }: ToggleProps) {
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.toggle}
      aria-pressed={isOn}
      leftSection={<span className={classes.track} />}
      onClick={() => onChange(!isOn)}
      {...rest}
    >
      {children}
    </Button>
  );
}
