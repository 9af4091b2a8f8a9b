import { useEffect, useEffectEvent, type ComponentType } from 'react';
import type { GetPublicSharesByTokenDataResponse } from '#client';
import { formatDay } from '#data/format.ts';
import { toAnnotationMark, toUpdateMark } from '#data/note-marks.ts';
import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { Failure, Waiting } from './failure.tsx';
import { getSection } from './operations.ts';
import type { Share, Span } from './span.ts';
import { useLoaded } from './use-loaded.ts';
import type { Scheme } from './use-scheme.ts';

type Data = GetPublicSharesByTokenDataResponse;

export interface SectionView<Name extends Data['section']> {
  readonly data: Extract<Data, { section: Name }>;
  readonly notes: readonly ChartNote[];
  readonly scheme: Scheme;
}

interface SectionValue {
  readonly name: Data['section'];
  readonly title: string;
  readonly View: unknown;
}

export interface ShownProps {
  readonly section: SectionValue;
  readonly token: string;
  readonly share: Share;
  readonly span: Span;
  readonly scheme: Scheme;
  readonly onChanged: () => void;
}

/** HTTP statuses: password needed; share expired or section hidden. */
const CHANGED: readonly (number | undefined)[] = [403, 404];

/** A section of a share over the chosen days; older data stays until newer has arrived. */
export function Section({ section, token, share, span, scheme, onChanged }: ShownProps) {
  const asked = { path: { token }, query: { section: section.name, ...span } };
  const { data, error, isLoading, retry } = useLoaded(getSection, asked, `${span.from} ${span.to}`);
  const isChanged = CHANGED.includes(error?.status);
  const sayChanged = useEffectEvent(onChanged);
  useEffect(() => {
    if (isChanged) sayChanged();
  }, [isChanged]);
  // The service gives the data of the section that was asked for.
  const View = section.View as ComponentType<SectionView<Data['section']>>;
  const csv = new URLSearchParams({ section: section.name, ...span }).toString();
  return (
    <section aria-label={section.title} aria-busy={isLoading} data-ready={isLoading ? undefined : true}>
      <div className="head">
        <h2>{section.title}</h2>
        {share.allow_csv && (
          <a href={`/api/public/shares/${encodeURIComponent(token)}/csv?${csv}`} download>
            {section.title} as CSV
          </a>
        )}
      </div>
      {error && <Failure error={error} onRetry={retry} />}
      {data ? <View data={data} notes={toNotes(data)} scheme={scheme} /> : !error && <Waiting />}
    </section>
  );
}

/** The day that changes are measured against. */
export function sayCompared({ to }: { readonly to: string }, isFirstKnown: boolean): string {
  return isFirstKnown ? `${formatDay(to)}, the first day with data` : formatDay(to);
}

function toNotes({ annotations, engine_updates: updates }: Data): ChartNote[] {
  return [...annotations.map((one, at) => toAnnotationMark(String(at), one)), ...updates.map(toUpdateMark)];
}
