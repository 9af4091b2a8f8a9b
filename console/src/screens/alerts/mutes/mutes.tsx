import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteMutesByMuteId, getMutes, type Mute } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import styles from '../open/lines.module.css';
import { sayMuted } from './say-mute.ts';

const MUTES_MAX = 100;

/** The mutes that hold now: without them in sight, silence looks like good news. */
export function Mutes() {
  const mayEdit = useMay('edit');
  const queries = useQueryClient();
  const { data, error } = useAnswer(getMutes, { query: { project_id: useProjectId(), active: true, limit: MUTES_MAX } });
  const [ended, setEnded] = useState<Mute>();
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined || data.mutes.length === 0) return null;
  return (
    <section aria-label="Mutes">
      <ul className={`${styles.list} ${styles.mutes}`}>
        {data.mutes.map((mute) => (
          <Line key={mute.id} mute={mute} onEnd={mayEdit ? () => setEnded(mute) : undefined} />
        ))}
      </ul>
      {data.pagination.total > data.mutes.length && (
        <Text size="sm" c="dimmed">
          {data.mutes.length} of {data.pagination.total} mutes.
        </Text>
      )}
      <ConfirmAction
        isOpen={ended !== undefined}
        onClose={() => setEnded(undefined)}
        title="End the mute now"
        verb="End it"
        run={() => ask(deleteMutesByMuteId, { path: { mute_id: ended?.id ?? '' } })}
        onDone={() => void queries.invalidateQueries()}
      >
        One message then says what still holds.
      </ConfirmAction>
    </section>
  );
}

function Line({ mute, onEnd }: { readonly mute: Mute; readonly onEnd: (() => void) | undefined }) {
  const what = sayMuted(mute);
  return (
    <li className={`${styles.line} ${styles.mute}`}>
      <div className={styles.words}>
        <span className={styles.title}>{what}</span>
        <div className={styles.about}>
          <span>until {formatInstant(mute.until)} UTC</span>
          <bdi>{mute.reason}</bdi>
        </div>
      </div>
      {onEnd && (
        <Button size="compact-sm" variant="default" aria-label={`End now: ${what}`} onClick={onEnd}>
          End now
        </Button>
      )}
    </li>
  );
}
