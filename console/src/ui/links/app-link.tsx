import { Anchor, Button, type AnchorProps, type ButtonProps, type ElementProps } from '@mantine/core';
import { createLink, Link, type ActiveLinkOptions } from '@tanstack/react-router';
import type { ReactElement } from 'react';

/** Where a link leads: the path of a screen from the list, with the values of its parameters. */
interface Target {
  /** Below `/console`: `/p/$projectId/keywords`. */
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  /** What the address holds after `?`. */
  readonly search?: Readonly<Record<string, unknown>>;
  /** The part of the screen to scroll to, by its id. */
  readonly hash?: string;
  readonly activeOptions?: ActiveLinkOptions['activeOptions'];
}

/** The kit's components take what is left of the properties; the router's own types name neither. */
type LinkOf<Props> = (props: Target & Props & ElementProps<'a', keyof Props & string>) => ReactElement;

/** A link to a screen: `<AppLink to="/p/$projectId" params={{ projectId }}>`. */
export const AppLink = createLink(Anchor) as unknown as LinkOf<AnchorProps>;
/** A button that leads to a screen: for the browser, and for people who do not see it, it is a link. */
export const ButtonLink = createLink((props: ButtonProps) => <Button component="a" {...props} />) as unknown as LinkOf<ButtonProps>;
/** An entry of the sidebar. */
export const SidebarLink = Link as unknown as LinkOf<object>;
