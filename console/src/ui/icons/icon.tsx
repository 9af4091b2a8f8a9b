import { ICON_PATHS, type IconName } from './paths.ts';

interface IconProps {
  readonly name: IconName;
  /** In pixels. */
  readonly size?: number;
  /** Says it to those who do not see it; without one the icon is decoration beside a text. */
  readonly label?: string;
}

/** A drawing in the colour of the text around it. */
export function Icon({ name, size = 18, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
