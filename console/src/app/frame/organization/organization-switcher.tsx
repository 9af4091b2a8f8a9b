import { Stack } from '@mantine/core';
import { useSession } from '#app/session.tsx';
import { Select } from '#ui/forms/select.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useActIn } from './use-leave.ts';

/** No organization has an empty id. */
const WHOLE = '';

/** Names the organization in which the person acts, and leads into the others. */
export function OrganizationSwitcher() {
  const { me } = useSession();
  const act = useActIn();
  const own = me.organizations.map(({ id, name, role }) => ({ value: id, label: role === null ? name : `${name} (${role})` }));
  return (
    <Stack gap={0} mb={6}>
      <Select
        size="xs"
        aria-label="Organization"
        placeholder="Whole service"
        clearable={me.is_operator}
        data={own}
        value={me.organization_id}
        disabled={act.isPending}
        onChange={(id) => act.mutate(id === WHOLE ? null : id)}
      />
      {act.error && <ErrorNote error={act.error} />}
    </Stack>
  );
}
