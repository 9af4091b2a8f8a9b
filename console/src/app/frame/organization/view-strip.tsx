import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useRealNow, useSession } from '#app/session.tsx';
import { formatInstant } from '#data/format.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { useEndView } from './use-leave.ts';

/** The service has the last word on when it is over. */
const LATE_MS = 1000;

/** Says through whose eyes the organization is seen, until when, and ends it. */
export function ViewStrip() {
  const views = useSession().me.views_as;
  const now = useRealNow();
  const end = useEndView();
  const endsAt = views?.ends_at;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const timer = setTimeout(() => window.location.reload(), Math.max(0, Date.parse(endsAt) - now().getTime()) + LATE_MS);
    return () => clearTimeout(timer);
  }, [endsAt, now]);
  if (!views) return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="eye" size={16} />
      <Text size="sm">
        You see what <bdi>{views.name}</bdi> sees, and can change nothing. This ends {formatInstant(views.ends_at)} UTC.
        {end.error && ` ${end.error.message}`}
      </Text>
      <Button size="compact-xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End the view
      </Button>
    </div>
  );
}
