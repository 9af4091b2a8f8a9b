import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import {
  getProjectsByProjectIdSearchConsoleHours,
  type GetProjectsByProjectIdSearchConsoleHoursResponse as Counted,
  type SearchConsoleHour,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDay } from '#data/format.ts';
import { Bars, type Bar } from '#ui/charts/bars.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { sayOpenHours, toHourName } from './say-hours.ts';

const DAYS = 2;
const HEIGHT_PX = 140;
const FINAL = 'Clicks';
const OPEN = 'Still counted';

/** Clicks of yesterday and today by the hour: Google is asked when a person wants them. */
export function Hours() {
  const { rights } = useSession();
  const [isWanted, setWanted] = useState(false);
  const path = { project_id: useProjectId() };
  const answer = useAnswer(getProjectsByProjectIdSearchConsoleHours, { path, query: { days: DAYS } }, { isWanted });
  if (!rights.has('ask')) return null;
  if (!isWanted)
    return (
      <Button size="xs" variant="default" mb="sm" onClick={() => setWanted(true)}>
        Show today by the hour
      </Button>
    );
  return (
    <Section title="Yesterday and today by the hour">
      <Answered answer={answer} height={HEIGHT_PX}>
        {(data) =>
          data.hours.every(({ clicks }) => clicks === null) ? (
            <Empty title="Google has nothing of these hours">It counts some hours late: ask again later.</Empty>
          ) : (
            <>
              <Bars label="Clicks by the hour" barName="Hour" bars={toBars(data)} format={formatCount} height={HEIGHT_PX} guessed={OPEN} />
              <Text size="sm" c="dimmed" mb="sm">
                {sayOpenHours(data)}
              </Text>
            </>
          )
        }
      </Answered>
    </Section>
  );
}

function toBars({ hours, asked_at: askedAt }: Counted): Bar[] {
  const reading = { computedFrom: 'what Google counted in the hour', checkedAt: askedAt };
  return hours.map(({ hour, clicks, state }: SearchConsoleHour) => ({
    label: `${formatDay(hour.slice(0, 10))}, ${toHourName(hour)}`,
    short: toHourName(hour),
    parts: clicks === null ? [] : [{ name: state === 'final' ? FINAL : OPEN, value: clicks }],
    isUnknown: clicks === null,
    reading,
  }));
}
