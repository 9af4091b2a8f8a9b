import { Text, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { screens } from '#screens/index.ts';
import { AppLink } from './app-link.tsx';

interface ScreenLinkProps extends Pick<AnchorProps, 'size' | 'c' | 'fw'> {
  /** The path of a screen as the list has it: `/domains/$domain`. */
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** A link to a screen; where the console has no such screen, the text alone. */
export function ScreenLink({ to, params, search, children, ...look }: ScreenLinkProps) {
  if (!screens.some(({ path }) => path === to)) {
    return (
      <Text span {...look}>
        {children}
      </Text>
    );
  }
  return (
    <AppLink to={to} {...(params && { params })} {...(search && { search })} {...look}>
      {children}
    </AppLink>
  );
}
