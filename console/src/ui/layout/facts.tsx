import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** What is known of a thing: names and values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" className={classes.value}>
            {value}
          </Text>
        </Fragment>
      ))}
    </dl>
  );
}
