/** Another process as its last heartbeat shows it. */
export interface Beat {
  readonly executorId: string;
  /** The moment, as text. */
  readonly beat: string;
}

export interface Silences {
  /** Notes the newest beats of all others; how often in a row each has shown the same one, by executor. */
  look(beats: readonly Beat[]): ReadonlyMap<string, number>;
}

/**
 * How long others have been silent, counted in looks of this process and not in time: one that was
 * itself frozen, with the whole machine perhaps, has not looked meanwhile and holds nothing against them.
 */
export function makeSilences(): Silences {
  let last = new Map<string, { readonly beat: string; readonly looks: number }>();
  return {
    look(beats) {
      last = new Map(
        beats.map(({ executorId, beat }) => {
          const before = last.get(executorId);
          return [executorId, { beat, looks: before?.beat === beat ? before.looks + 1 : 0 }];
        }),
      );
      return new Map([...last].map(([executorId, { looks }]) => [executorId, looks]));
    },
  };
}
