import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAppsTracked } from '#client';
import { useSession } from '#app/session.tsx';
import { answerKey } from '#data/answers/answers.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { orderTracking, priceTracking, type AppToTrack } from './tracking.ts';
import { Select } from '#ui/forms/select.tsx';

interface TrackAppProps {
  readonly app: AppToTrack;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Tracks an app that is known from elsewhere, in a project of choice, after its price was shown. */
export function TrackApp({ app, isOpen, onClose }: TrackAppProps) {
  const queries = useQueryClient();
  const { me } = useSession();
  const [chosen, setChosen] = useState<string>();
  const order = { ...app, projectId: chosen ?? app.projectId };
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title={`Track ${app.name ?? app.appId}`}
      verb="Track"
      of={order}
      dryRun={() => priceTracking(order)}
      run={() => orderTracking(order)}
      onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getAppsTracked) })}
    >
      <Select
        label="Project"
        data={me.projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={order.projectId}
        onChange={(value) => setChosen(value ?? undefined)}
      />
      <Text size="sm" c="dimmed">
        The app is read right away, then once a day.
      </Text>
    </ConfirmPrice>
  );
}
