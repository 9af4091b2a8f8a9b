import { Text } from '@mantine/core';
import { formatInstant } from '#data/format.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { useSession } from '../session.tsx';
import { useScreen } from './notices.tsx';

/** The screen that sets a second factor up. */
export const FACTOR_SCREEN = 'account';

/** Says that an organization asks for a second factor, and until when. */
export function FactorStrip() {
  const { me } = useSession();
  const screen = useScreen();
  if (me.second_factor_due_at === null) return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="key" size={16} />
      <Text size="sm">
        {me.must_set_up_factor
          ? 'Your organization asks for a second factor. Set one up to go on.'
          : `Your organization asks for a second factor until ${formatInstant(me.second_factor_due_at)} UTC.`}
      </Text>
      {screen?.name !== FACTOR_SCREEN && (
        <ButtonLink to="/account" size="compact-xs">
          Set it up
        </ButtonLink>
      )}
    </div>
  );
}
