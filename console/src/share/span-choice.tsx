import { PRESET_DAYS, toPreset, toSpan, type Share, type Span } from './span.ts';

interface SpanChoiceProps {
  readonly share: Share;
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** The days to show, among those that the share allows. */
export function SpanChoice({ share, span, onChange }: SpanChoiceProps) {
  const limits = { min: share.earliest ?? undefined, max: share.latest, required: true };
  const change = (part: Partial<Span>): void => onChange(toSpan(share, { ...span, ...part }));
  return (
    <>
      <div className="presets" role="group" aria-label="Days">
        {PRESET_DAYS.map((days) => {
          const preset = toPreset(share, days);
          return (
            <button
              key={days}
              type="button"
              aria-pressed={preset.from === span.from && preset.to === span.to}
              onClick={() => onChange(preset)}
            >
              {days} d
            </button>
          );
        })}
      </div>
      <input type="date" aria-label="From" value={span.from} {...limits} onChange={({ target }) => change({ from: target.value })} />
      <input type="date" aria-label="To" value={span.to} {...limits} onChange={({ target }) => change({ to: target.value })} />
    </>
  );
}
