import type { Sql } from '#stores/postgres/types.ts';
import type { VoiceCurve } from '../voice-curve.ts';

export interface ChosenVoice {
  readonly projectId: string;
  /** Null: the fixed curve. */
  readonly curve: VoiceCurve | null;
  readonly now: Date;
}

/** What the project's share of voice is weighed by from now on, in the past too. @returns whether that is another weighing */
export async function setVoiceCurve(sql: Sql, { projectId, curve, now }: ChosenVoice): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update projects set voice_curve = $2, voice_changed_at = $3, updated_at = $3
     where id = $1 and voice_curve ->> 'id' is distinct from $4::text`,
    [projectId, curve === null ? null : JSON.stringify(curve), now, curve?.id ?? null],
  );
  return rowCount === 1;
}
