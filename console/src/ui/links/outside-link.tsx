import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isWebUrl } from './web-url.ts';

interface OutsideLinkProps {
  readonly href: string;
  /** Stands among words: a line marks it, and not its colour alone. */
  readonly isInText?: boolean;
  readonly children?: ReactNode;
}

/** A link to a website. Anything but http and https is shown as the text that it is. */
export function OutsideLink({ href, isInText = false, children }: OutsideLinkProps) {
  if (!isWebUrl(href)) return <Text span>{children ?? href}</Text>;
  return (
    <Anchor href={href} {...(isInText && { td: 'underline' })} target="_blank" rel="noreferrer noopener">
      {children ?? href}
    </Anchor>
  );
}
