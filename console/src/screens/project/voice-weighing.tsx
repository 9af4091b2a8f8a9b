import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getProjectsByProjectIdSearchConsoleShareOfVoice,
  putProjectsByProjectIdSearchConsoleShareOfVoice,
  type GetProjectsByProjectIdSearchConsoleShareOfVoiceResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatDay } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { PlaceCurve } from '#ui/charts/place-curve.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

type Shown = GetProjectsByProjectIdSearchConsoleShareOfVoiceResponse;
type WeighedBy = Shown['share_of_voice_weighing']['by'];

interface VoiceWeighingProps {
  readonly projectId: string;
  readonly canWrite: boolean;
}

/** What the share of voice of a project is weighed by, what another choice would make of it, and the choice. */
export function VoiceWeighing({ projectId, canWrite }: VoiceWeighingProps) {
  const voice = useAnswer(getProjectsByProjectIdSearchConsoleShareOfVoice, { path: { project_id: projectId } });
  return (
    <Stack gap="xs">
      <Title order={2}>Weight of places</Title>
      <Answered answer={voice} height={240}>
        {(shown) => (
          <>
            <Chosen shown={shown} />
            <Preview shown={shown} />
            <Curves shown={shown} />
            {canWrite && <Choice shown={shown} />}
          </>
        )}
      </Answered>
    </Stack>
  );
}

function Chosen({ shown: { share_of_voice_weighing: weighing, changed_at: changedAt } }: { readonly shown: Shown }) {
  return (
    <>
      <Text>
        Share of voice: {lower(weighing.name)}
        {changedAt !== null && `, since ${formatDay(changedAt)}`}.
      </Text>
      {weighing.falls_back !== null && <Text size="sm">{weighing.falls_back}</Text>}
    </>
  );
}

/** The share of the last day by each of them. */
function Preview({ shown: { days, lacks, is_chosen: isChosen, span } }: { readonly shown: Shown }) {
  const last = days.at(-1);
  if (lacks !== null) return <Text size="sm">Your own clicks have no curve now. {lacks.message}</Text>;
  if (last === undefined || last.fixed_curve === null)
    return <Text size="sm">No share of voice is known of the last day: nothing to compare.</Text>;
  return (
    <Text size="sm">
      {`On ${formatDay(last.date)}, Google’s organic results: ${formatShare(last.fixed_curve)} by the fixed curve, ` +
        `${formatShare(last.own_curve)} by your own clicks of ${formatDay(span.from)} to ${formatDay(span.to)}` +
        `${isChosen ? '' : `; shown is ${formatShare(last.shown)}`}.`}
    </Text>
  );
}

const DEVICES = { desktop: 'Desktop', mobile: 'Mobile' } as const;

function Curves({ shown: { curves, fixed_weights: fixed } }: { readonly shown: Shown }) {
  const lacking = (['desktop', 'mobile'] as const).filter((device) => !curves.some((curve) => curve.device === device));
  return (
    <>
      {curves.map(({ device, weights, known_positions: known }) => (
        <PlaceCurve
          key={device}
          title={`What a place is worth: ${DEVICES[device]}`}
          own={{ label: 'Your own clicks', weights, known }}
          compared={{ label: 'Fixed curve', weights: fixed }}
        />
      ))}
      {curves.length > 0 && lacking.length > 0 && (
        <Text size="sm">{lacking.map((device) => DEVICES[device]).join(', ')}: too few people looked, so the fixed curve is used.</Text>
      )}
    </>
  );
}

function Choice({
  shown: { project_id: projectId, share_of_voice_weighing: weighing, lacks, is_chosen: isChosen },
}: {
  readonly shown: Shown;
}) {
  const queries = useQueryClient();
  const choose = useMutation<unknown, ApiError, WeighedBy>({
    mutationFn: (by) => ask(putProjectsByProjectIdSearchConsoleShareOfVoice, { path: { project_id: projectId }, body: { weighed_by: by } }),
    onSuccess: () => {
      say('Share of voice is weighed anew, past days too');
      void queries.invalidateQueries();
    },
  });
  const isOwn = weighing.by === 'own_clicks';
  return (
    <>
      {choose.error && <ErrorNote error={choose.error} />}
      <Text size="sm" c="dimmed">
        A choice holds for past days too, is noted in charts, and makes no alert fire. A curve that was chosen stays until it is chosen
        again.
      </Text>
      <Group>
        {!isChosen && (
          <Button variant="default" disabled={lacks !== null} loading={choose.isPending} onClick={() => choose.mutate('own_clicks')}>
            {isOwn ? 'Take the curve of now' : 'Weigh by your own clicks'}
          </Button>
        )}
        {isOwn && (
          <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate('fixed_curve')}>
            Weigh by the fixed curve
          </Button>
        )}
      </Group>
    </>
  );
}

function lower(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
